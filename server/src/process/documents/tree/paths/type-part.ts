import { unslug } from "./slug.ts";

/**
 * The output type in a file's name. Types with an underscore are written as they are only if they are known here: any other could
 * be mistaken for the suffix after it (`_continuation_1`, `_raw`, an artifact), and is escaped.
 */
const spelled = new Map([
  ["final_synthesis", "final_synthesis"],
  ["reduced_synthesis", "reduced_synthesis"],
  ["pairwise_synthesis", "pairwise_synthesis_chunk"],
]);

export const spelledTypes: readonly string[] = [...spelled.values()];

export const typePart = (type: string, spell: (text: string) => string): string => spelled.get(type) ?? spell(type);

export function readTypePart(part: string): string | null {
  for (const [type, spelling] of spelled) if (spelling === part) return type;
  return unslug(part);
}

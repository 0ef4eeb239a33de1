import { unslug } from "./slug.ts";

/**
 * The output type as part of a file name. Only the types listed here keep their underscores. Those of any other type are
 * escaped, because the type could be mistaken for one with a suffix (`_continuation_1`, `_raw`, an artifact).
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

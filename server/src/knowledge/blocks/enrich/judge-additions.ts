import { LedgerRecord } from "@dialectic/contract";
import { z } from "zod";
import { comparable, type FactKey } from "#ledger";

export type Addition = Pick<LedgerRecord, "kind" | "block" | "itemId" | "key" | "text" | "severity">;
export type Refusal = { reason: string; operation: unknown };

const mostAdditions = 50;
const maxText = 500;

/**
 * The additions that a model may make, and the kind of record that each becomes. A model cannot change, remove or
 * decide anything.
 */
const kinds = {
  question: "question",
  checklist: "suggestion",
  constraint: "suggestion",
  suggestion: "suggestion",
  note: "note",
} as const;

const shape = z.object({
  add: z.enum(["question", "checklist", "constraint", "suggestion", "note"]),
  block: z.string(),
  itemId: z.string().nullish(),
  text: z.string(),
  key: z.string().nullish(),
  severity: LedgerRecord.shape.severity.catch(null).optional(),
});

/** Judges each addition separately: a refused one does not affect the others. `places` are the blocks of the project and of its items. */
export function judgeAdditions(
  given: readonly unknown[],
  known: {
    places: readonly { block: string; itemId: string | null }[];
    registry: ReadonlyMap<string, FactKey>;
    /** Texts that the blocks already contain. */
    texts: readonly string[];
  },
): { additions: Addition[]; refused: Refusal[] } {
  const additions: Addition[] = [];
  const refused: Refusal[] = [];
  const said = new Set(known.texts.map(comparable));
  for (const operation of given) {
    const judged = additions.length < mostAdditions ? judge(operation, known, said) : "too-many";
    if (typeof judged === "string") refused.push({ reason: judged, operation });
    else {
      said.add(comparable(judged.text));
      additions.push(judged);
    }
  }
  return { additions, refused };
}

function judge(
  operation: unknown,
  { places, registry }: Pick<Parameters<typeof judgeAdditions>[1], "places" | "registry">,
  said: ReadonlySet<string>,
): Addition | string {
  const read = shape.safeParse(operation);
  if (!read.success) return "not-an-addition";
  const { add, block, severity = null } = read.data;
  const text = read.data.text.replace(/\s+/g, " ").replaceAll("\0", "").trim().toWellFormed();
  if (text === "") return "no-text";
  if (text.length > maxText) return "text-too-long";
  const itemId = read.data.itemId ?? null;
  if (!places.some((place) => place.block === block && place.itemId === itemId)) return "unknown-block";
  if (said.has(comparable(text))) return "already-there";
  const key = add === "question" ? (read.data.key ?? null) : constraintKey(add, block, severity);
  if (key !== null && !registry.has(key)) return "unknown-key";
  return { kind: kinds[add], block, itemId, key, text, severity: add === "constraint" ? (severity ?? "soft") : null };
}

/** The key under which a suggested constraint becomes a fact if a person accepts it: a rule or a preference. */
function constraintKey(add: string, block: string, severity: "hard" | "soft" | null): string | null {
  if (add !== "constraint") return null;
  if (block.startsWith("item.")) return "item.constraints.rule";
  return severity === "hard" ? "project.constraints.rule" : "project.constraints.preference";
}

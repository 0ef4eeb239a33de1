import type { BlockEntry, Fact } from "@dialectic/contract";
import type { FactKey } from "#ledger";

export type { BlockEntry };

/**
 * The lines that one key contributes to its block, in the order of the facts' numbers: accepted facts and open
 * conflicts.
 */
export function entriesFor(key: Pick<FactKey, "label" | "severity"> | undefined, facts: readonly Fact[]): BlockEntry[] {
  return facts
    .filter(({ status }) => status === "accepted" || status === "conflict")
    .toSorted((a, b) => a.number - b.number)
    .map(({ id, key: name, number, statement, value, status, source }) => ({
      kind: status === "accepted" ? "fact" : "conflict",
      key: name,
      label: key?.label ?? name,
      number,
      factId: id,
      statement,
      value,
      source,
      severity: key?.severity ?? null,
    }));
}

/** One edit of a patch. A patch turns one set of lines into another. */
export type PatchOp = { op: "set"; entry: BlockEntry } | { op: "remove"; number: number };

/** The smallest patch: it omits unchanged lines, and is empty if nothing changed. */
export function diffEntries(before: readonly BlockEntry[], after: readonly BlockEntry[]): PatchOp[] {
  const old = new Map(before.map((entry) => [entry.number, JSON.stringify(entry)]));
  const kept = new Set(after.map(({ number }) => number));
  return [
    ...before.flatMap(({ number }) => (kept.has(number) ? [] : [{ op: "remove" as const, number }])),
    ...after.flatMap((entry) =>
      old.get(entry.number) === JSON.stringify(entry) ? [] : [{ op: "set" as const, entry }],
    ),
  ];
}

/** Applies a patch. Applying it a second time changes nothing. */
export function applyPatch(entries: readonly BlockEntry[], patch: readonly PatchOp[]): BlockEntry[] {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  for (const one of patch) {
    if (one.op === "remove") byNumber.delete(one.number);
    else byNumber.set(one.entry.number, one.entry);
  }
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number);
}

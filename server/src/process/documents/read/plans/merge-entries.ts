import { applyEdits, type Edit } from "../edits.ts";
import type { EntryKind } from "./entry-ids.ts";
import { type Entry, entriesIn } from "./plan.ts";

/**
 * Replaces entries of `before` with the entries of `after` that have the same id. Adds a new entry after the last one of its
 * milestone, or else at the end.
 */
export function mergeEntries(before: string, after: string, kind: EntryKind): string | null {
  const own = entriesIn(before, kind);
  const others = entriesIn(after, kind);
  if (own.length === 0 || others.length === 0) return null;
  const textOf = ({ start, end }: Entry): string => after.slice(start, end).trim();
  const edits = new Map<string, Edit>();
  for (const entry of others) {
    const same = own.find(({ id }) => id === entry.id);
    if (same) edits.set(entry.id, { start: same.start, end: same.end, text: `${textOf(entry)}\n\n` });
  }
  const added = others.filter(({ id }) => !edits.has(id));
  for (const [kin, entries] of Map.groupBy(added, ({ id }) => id.split(".")[0] ?? id)) {
    const last = own.findLast(({ id }) => id.split(".")[0] === kin) ?? own.at(-1);
    if (!last) continue;
    const replaced = edits.get(last.id)?.text ?? before.slice(last.start, last.end);
    const texts = [replaced.trim(), ...entries.map(textOf)];
    edits.set(last.id, { start: last.start, end: last.end, text: `${texts.join("\n\n")}\n\n` });
  }
  return applyEdits(
    before,
    [...edits.values()].toSorted((one, other) => one.start - other.start),
  ).trimEnd();
}

import { diffLines, diffWordsWithSpace } from "diff";

/** A piece of text. `isOwn` is true if the other side does not have it. */
export type Piece = { text: string; isOwn: boolean };

/** A row of two texts that are shown side by side. Long runs of equal lines are folded. */
export type Row =
  | { kind: "same"; text: string }
  | { kind: "folded"; lines: number }
  | { kind: "changed"; left: Piece[]; right: Piece[] };

/** The number of equal lines shown before and after a change. */
const context = 2;
/**
 * The time limit for a diff, in milliseconds. The time that a diff takes grows with the square of the difference. A diff
 * that takes longer is abandoned, and the texts are shown without marks.
 */
const timeout = 1000;
const longestByWords = 20_000;

export function sideBySide(left: string, right: string): Row[] {
  const changes = diffLines(left, right, { timeout });
  if (!changes)
    return [{ kind: "changed", left: [{ text: left, isOwn: true }], right: [{ text: right, isOwn: true }] }];
  const rows: Row[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    if (!change) continue;
    if (!change.added && !change.removed) {
      rows.push(...fold(change.value, { isFirst: at === 0, isLast: at === changes.length - 1 }));
      continue;
    }
    // Added lines are shown next to the removed lines that they replace.
    const next = changes[at + 1];
    const added = change.removed && next?.added ? next : change.added ? change : undefined;
    if (change.removed && added) at += 1;
    rows.push({ kind: "changed", ...byWords(change.removed ? change.value : "", added?.value ?? "") });
  }
  return rows;
}

function fold(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Row[] {
  const lines = text.split(/(?<=\n)/);
  const before = isFirst ? 0 : context;
  const after = isLast ? 0 : context;
  const folded = lines.length - before - after;
  if (folded < 3) return [{ kind: "same", text }];
  const shown = (part: string[]): Row[] => (part.length > 0 ? [{ kind: "same", text: part.join("") }] : []);
  return [
    ...shown(lines.slice(0, before)),
    { kind: "folded", lines: folded },
    ...shown(lines.slice(lines.length - after)),
  ];
}

function byWords(left: string, right: string): { left: Piece[]; right: Piece[] } {
  const whole = (text: string): Piece[] => (text === "" ? [] : [{ text, isOwn: true }]);
  const isPair = left !== "" && right !== "" && left.length + right.length <= longestByWords;
  const words = isPair ? diffWordsWithSpace(left, right, { timeout }) : undefined;
  const letters = (text: string) => text.replaceAll(/[\s\p{P}]/gu, "").length;
  const shared = (words ?? []).reduce((sum, one) => sum + (one.added || one.removed ? 0 : letters(one.value)), 0);
  // Two sentences with little in common are easier to read as a whole than with scattered words marked.
  if (!words || shared * 3 < Math.min(letters(left), letters(right))) {
    return { left: whole(left), right: whole(right) };
  }
  return {
    left: words.flatMap(({ value, added, removed }) => (added ? [] : { text: value, isOwn: removed })),
    right: words.flatMap(({ value, added, removed }) => (removed ? [] : { text: value, isOwn: added })),
  };
}

import type { Bundle } from "@dialectic/contract";

/**
 * A section of a turn, ready for display: its text or an excerpt of it, and the marked slice, counted from the excerpt's
 * beginning.
 */
export type TurnSection = {
  section: Bundle["sections"][number]["section"];
  text: string;
  mark: { start: number; end: number } | null;
  /** Whether text was left out before or after the excerpt. */
  cutBefore: boolean;
  cutAfter: boolean;
};

type Place = { start: number; end: number };

/** The number of characters shown on each side of the quote. */
const around = 500;
/** The number of characters shown of a section that does not contain the quote. */
const elsewhere = 240;

/**
 * The sections of a turn. Marks the exact quote that a fact rests on. Long sections are shortened, but the quote never is.
 * `whole` names the sections to show in full.
 */
export function turnSections(
  { text, sections }: Pick<Bundle, "text" | "sections">,
  evidence: Place | null,
  whole: ReadonlySet<string> = new Set(),
): TurnSection[] {
  return sections.map(({ section, range }) => {
    const isHit = evidence !== null && evidence.start >= range.start && evidence.end <= range.end;
    const wanted = isHit
      ? { start: evidence.start - around, end: evidence.end + around }
      : { start: range.start, end: range.start + elsewhere };
    const { start, end } = whole.has(section) ? range : clip(text, wanted, range);
    return {
      section,
      text: text.slice(start, end),
      mark: isHit ? { start: evidence.start - start, end: evidence.end - start } : null,
      cutBefore: start > range.start,
      cutAfter: end < range.end,
    };
  });
}

/** Limits an excerpt to its section. Cuts at a space if there is one nearby. */
function clip(text: string, wanted: Place, range: Place): Place {
  let start = Math.max(range.start, wanted.start);
  let end = Math.min(range.end, wanted.end);
  if (start > range.start) {
    const space = text.slice(start, start + 40).search(/\s/);
    if (space >= 0) start += space + 1;
  }
  if (end < range.end) {
    const space = text.slice(end - 40, end).search(/\s\S*$/);
    if (space >= 0) end = end - 40 + space;
  }
  return { start, end };
}

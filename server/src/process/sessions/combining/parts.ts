import type { ContributionId } from "@dialectic/contract";

/** A range of a text that is combined with others. It is the whole text if that fits into one call. */
export type Part = { id: ContributionId; from: number; to: number };
type Count = (text: string) => number;

/**
 * Groups texts in order, so that each group fits into one call. A text that is too large for a call is cut where it does the
 * least harm; nothing is left out. If everything fits into one call, there is only one group.
 */
export function packTexts(
  texts: readonly { id: ContributionId; text: string }[],
  { room, perPart, count }: { room: number; perPart: number; count: Count },
): Part[][] {
  const groups: Part[][] = [];
  let free = 0;
  for (const { id, text } of texts) {
    for (const stretch of cutText(text, Math.max(1, room - perPart), count)) {
      const size = count(text.slice(stretch.from, stretch.to)) + perPart;
      if (groups.length === 0 || size > free) {
        groups.push([]);
        free = room;
      }
      groups.at(-1)?.push({ id, ...stretch });
      free -= size;
    }
  }
  return groups.map(joinStretches);
}

/** Merges adjacent ranges of the same text within a group. */
function joinStretches(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before?.id === part.id && before.to === part.from) joined.splice(-1, 1, { ...before, to: part.to });
    else joined.push(part);
  }
  return joined;
}

/** Cuts a text into consecutive ranges of at most this many tokens. */
export function cutText(text: string, room: number, count: Count): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  let from = 0;
  let rest = count(text);
  while (rest > room && from < text.length) {
    let length = Math.max(1, Math.floor(((text.length - from) * room) / rest));
    let to = placeToCut(text, from, length);
    let counted = count(text.slice(from, to));
    while (to - from > 1 && counted > room) {
      length = Math.floor((to - from) * Math.min(0.95, room / counted));
      to = placeToCut(text, from, length);
      counted = count(text.slice(from, to));
    }
    stretches.push({ from, to });
    from = to;
    rest -= counted;
    // `rest` is only estimated, because counting the remaining text each time would take quadratic time. The estimate
    // is too low, because the pieces have more tokens in total than the whole text. So the rest is counted before the
    // loop ends.
    if (rest <= room) rest = count(text.slice(from));
  }
  if (from < text.length || stretches.length === 0) stretches.push({ from, to: text.length });
  return stretches;
}

const seams = [/\n(?=#{1,3} )/g, /\n\n/g, /\n/g, /[.!?…]["”’)]?\s|[。！？]/g, /\s/g];
/** Splits text into grapheme clusters, so that an accent stays with its letter and an emoji family stays whole. */
const signs = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Where to cut a range: before the last heading in its second half or, if there is none, after the last paragraph, line,
 * sentence or word there, in this order of preference.
 */
function placeToCut(text: string, from: number, length: number): number {
  const half = text.slice(from + Math.ceil(length / 2), from + length);
  for (const seam of seams) {
    const found = [...half.matchAll(seam)].at(-1);
    if (found) return from + Math.ceil(length / 2) + found.index + found[0].length;
  }
  const sign = signs.segment(half).containing(half.length - 1);
  if (sign && sign.index > 0) return from + Math.ceil(length / 2) + sign.index;
  const to = from + Math.max(1, length);
  const isInside = /[\uD800-\uDBFF]/.test(text.charAt(to - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(to));
  return isInside ? to + 1 : to;
}

import { sizes } from "./block.ts";

export type Span = { start: number; end: number };

const sentenceEnd = /(?:[.!?…]["'”’)\]]*(?=\s)|[。！？]["'”’」』）]*|\n)\s*/g;
const space = /\s+/g;
const line = /\n/g;

/** Cuts an overlong span: between sentences if possible, else between words, else between any two characters. */
export const splitProse = (text: string, span: Span): Span[] => split(text, span, sizes.most, [sentenceEnd, space]);

/**
 * Cuts an overlong table or code fence: between lines if possible, else between words, else between any two characters.
 */
export const splitWhole = (text: string, span: Span): Span[] => split(text, span, sizes.mostWhole, [line, space]);

function split(text: string, { start, end }: Span, most: number, marks: RegExp[]): Span[] {
  const parts: Span[] = [];
  let at = start;
  while (end - at > most) {
    const cut = findCut(text, { start: at + Math.min(sizes.least, most / 4), end: at + most }, marks);
    parts.push({ start: at, end: cut });
    at = cut;
  }
  parts.push({ start: at, end });
  return parts;
}

function findCut(text: string, { start, end }: Span, marks: RegExp[]): number {
  const window = text.slice(start, end);
  for (const mark of marks) {
    let last = -1;
    for (const found of window.matchAll(mark)) last = found.index + found[0].length;
    if (last > 0) return start + last;
  }
  const isInside = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return isInside ? end - 1 : end;
}

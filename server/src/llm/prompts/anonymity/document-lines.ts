import { codeLines } from "./code-lines.ts";
import { type Signature, signatureOf } from "./signature-line.ts";

/** A line, and what it says about the author. */
export type Line = { text: string; code: boolean; signs: Signature };

export function readLines(text: string): Line[] {
  const lines = text.split("\n");
  const code = codeLines(lines);
  return lines.map((line, index) => {
    const isCode = code[index] ?? false;
    return { text: line, code: isCode, signs: isCode ? null : signatureOf(line) };
  });
}

export const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === "";
export const isHeading = ({ text }: Line): boolean => /^#{1,6}\s/.test(text);
export const isRow = (line: Line | undefined): boolean => line !== undefined && /^[\s>]*\|/.test(line.text);
export const isRuler = (line: Line | undefined): boolean =>
  line !== undefined && /^[\s>]*\|?\s*:?-{2,}[-|:\s]*$/.test(line.text);
export const isQuote = ({ text }: Line): boolean => /^\s*>/.test(text);
/** True for a line that ends an artifact: the heading of the next one, or a rule. */
export const endsArtifact = ({ text }: Line): boolean =>
  /^#{1,2}\s/.test(text) || /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(text);

/**
 * The bullet, number or dash at the start of a list entry; any number is returned as 1, so that the entries of a list
 * compare equal.
 */
export const bulletOf = ({ text }: Line): string | null =>
  /^[\s>]*(?:[*_]{1,3}(?=[–—―~-]))?([-*+•](?= )|--|[–—―~-]|\d+[.)](?= ))/.exec(text)?.[1]?.replace(/^\d+/, "1") ?? null;

/** True for a line with a label, as at the head of a document: “Date: 3 May”. */
export const isMetadata = ({ text }: Line): boolean =>
  /^[\s>*_-]{0,9}(?:author|model|date|version|status|title|stage|role|vendor|provider|tokens|prepared (?:by|for|on)|language)[ \p{L}]{0,10}[*_]{0,3}\s?[:：]/iu.test(
    text,
  );

/** For each line, the index of the nearest line above it that is neither blank nor removed; -1 if there is none. */
export function indexesAbove(lines: readonly Line[], gone: ReadonlySet<number>): number[] {
  let last = -1;
  return lines.map((line, index) => {
    const above = last;
    if (!isBlank(line) && !gone.has(index)) last = index;
    return above;
  });
}

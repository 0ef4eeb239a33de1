import { startsWithMonth } from "./figures.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "sentence" });

/**
 * The sentences of a paragraph in any language. The runtime's segmenter also breaks after abbreviations, initials, parts of
 * dates and URLs, and inside brackets and quotation marks; such breaks are undone.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let end = 0;
  for (const { segment } of segmenter.segment(paragraph)) {
    for (const piece of segment.split(beforeFigure)) {
      if (end > start && !isContinuedBy(paragraph, { start, end, piece })) {
        sentences.push(paragraph.slice(start, end).trim());
        start = end;
      }
      end += piece.length;
    }
  }
  return [...sentences, paragraph.slice(start).trim()].filter((text) => text !== "");
}

type Break = { start: number; end: number; piece: string };

/** The segmenter does not break before a sum or a number: “… including VAT. ₪60,000 of it …”. */
const beforeFigure = /(?<=(?:\p{L}|\d{4}|\))[.!?]\s+)(?=[₪$€£]?\d)/u;

/**
 * The number of characters before a break that are searched, which is enough for every abbreviation. Without a limit, a long
 * sentence would be searched again from its start for each of its pieces.
 */
const tailLength = 40;

function isContinuedBy(paragraph: string, { start, end, piece }: Break): boolean {
  const tail = paragraph.slice(Math.max(start, end - tailLength), end);
  const before = tail.trimEnd();
  return (
    !/[\p{L}\p{N}]/u.test(piece) ||
    // A sentence ends without a space only in scripts that have none: “plan?id=7” goes on.
    !/[\s。！？｡…」』”）]$/u.test(tail) ||
    abbreviation.test(before) ||
    (beforeNumber.test(before) && /^\d/.test(piece)) ||
    isDateAcross(before, piece) ||
    (end - start <= longestInside && isInside(paragraph.slice(start, end), piece))
  );
}

const wordStart = String.raw`(?:^|[\s(«"“„'’*_-])`;
/** Abbreviations that a capital letter may follow, and initials: “excl. VAT”, “l'ing. Russo”, “J. Smith”. */
const abbreviation = new RegExp(
  String.raw`${wordStart}(?:(?:e\.g|i\.e|etc|approx|st|mr|mrs|ms|mx|messrs|dr|prof|vs|ca|cca|circa|incl|inkl|excl|exkl|max|min|dept|inc|ltd|corp|ext|z\.\s?b|d\.\s?h|u\.\s?a|bzw|usw|evtl|ggf|tel|str|sig|sigg|dott|ing|arch|avv|sr|sra|srta|ud|uds|p\.\s?ej|mme|mlle|env|dhr|mevr|bv|т\.\s?д|т\.\s?п|г|ул|стр|тел|им|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)|\p{Lu})\.$`,
  "iu",
);
const beforeNumber = new RegExp(String.raw`${wordStart}(?:no|nos|nr|núm|art|abs|vol|pp?|fig|№)\.$`, "iu");

/** “bis 3. Mai 2027” is one date, and so is “am 1. 6. 2026”. */
const isDateAcross = (before: string, after: string): boolean =>
  /(?<![\d.,:])\d{1,2}\.$/.test(before) && (startsWithMonth(after) || /^\d{1,2}\./.test(after));

const longestInside = 400;

/** True if a bracket or quotation mark is open, and the next piece closes it. */
function isInside(open: string, piece: string): boolean {
  const count = (mark: string): number => open.split(mark).length - 1;
  const pairs = ["()", "[]", "«»", "（）", "「」", open.includes("„") ? "„“" : "“”"];
  if (count('"') % 2 === 1 && piece.includes('"')) return true;
  return pairs.some(([from = "", to = ""]) => count(from) > count(to) && piece.includes(to));
}

import { startsWithMonth } from "./figures.ts";

export type Sentence = {
  /** The sentence on one line, as written except for white space. */
  text: string;
  heading: boolean;
  /** The heading, or the line ending in a colon, above the sentence; empty if there is none. */
  under: string;
};

type Paragraph = { text: string; heading: boolean; isItem: boolean };

const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX~!?-]\]\s+)?/;
const headingMark = /^\s*#{1,6}\s+/;
const codeFence = /^\s*(?:```|~~~)/;

/** The sentences of a Markdown text in any language. Code blocks are left out unless the text has nothing else. */
export function readSentences(markdown: string): Sentence[] {
  const outside = splitParagraphs(markdown, { code: false });
  const paragraphs = outside.length > 0 ? outside : splitParagraphs(markdown, { code: true });
  let heading = "";
  let leadIn = "";
  return paragraphs.flatMap((paragraph): Sentence[] => {
    if (paragraph.heading) {
      heading = paragraph.text;
      leadIn = "";
      return [{ text: paragraph.text, heading: true, under: "" }];
    }
    if (!paragraph.isItem) leadIn = "";
    const under = leadIn || heading;
    const isLeadIn = !paragraph.isItem && /[:：]$/.test(paragraph.text);
    const sentences = splitSentences(paragraph.text);
    if (isLeadIn) leadIn = sentences.pop() ?? "";
    return sentences.map((text) => ({ text, heading: false, under }));
  });
}

function splitParagraphs(markdown: string, keep: { code: boolean }): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: { lines: string[]; isItem: boolean } | undefined;
  const close = () => {
    const text = open?.lines.join(" ").replaceAll(/\s+/g, " ").trim() ?? "";
    if (open && text !== "") paragraphs.push({ text, heading: false, isItem: open.isItem });
    open = undefined;
  };
  let inCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    const isFence = codeFence.test(line);
    if (isFence) inCode = !inCode;
    const text = line.replace(/^[\s>]+/, "").trim();
    if (isFence || text === "" || (inCode && !keep.code) || /^[\s|:=*_-]+$/.test(text)) {
      close();
      continue;
    }
    if (headingMark.test(text)) {
      close();
      const title = text.replace(headingMark, "").replaceAll(/\s+/g, " ").trim();
      if (title !== "") paragraphs.push({ text: title, heading: true, isItem: false });
      continue;
    }
    const isItem = listMark.test(text);
    if (open && startsAnew(line, open)) close();
    // A line with a list marker, a table row or a quoted line cannot be joined to the line before it: without its marker it
    // would not be a verbatim quotation.
    if (isItem || text.startsWith("|") || /^\s*>/.test(line)) close();
    open ??= { lines: [], isItem };
    open.lines.push(text.replace(listMark, "").replaceAll(/^\|\s*|\s*\|$/g, ""));
    if (text.startsWith("|")) close();
  }
  close();
  return paragraphs;
}

const label = /^[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} /-]{0,30}[:：](?:\s|$)/u;

/** “Constraints:” below a list, and each line of “People: …”, “Not in scope: …”, are not part of the sentence before. */
function startsAnew(line: string, { lines, isItem }: { lines: readonly string[]; isItem: boolean }): boolean {
  if (!label.test(line)) return false;
  return isItem || label.test(lines[0] ?? "") || /[.!?:;。！？：]$/u.test(lines.at(-1) ?? "");
}

const segmenter = new Intl.Segmenter("und", { granularity: "sentence" });
const abbreviation =
  /(?:(?:^|[\s(])(?:e\.g|i\.e|etc|approx|no|nr|st|mr|mrs|ms|dr|vs|ca|incl|max|min|z\.\s?b|bzw|usw|inkl|tel|art)|(?:^|[\s(])\p{Lu})\.$/iu;

/** “bis 3. Mai 2027” is one date, and so is “am 1. 6. 2026”. */
const isDateAcross = (before: string, after: string): boolean =>
  /(?<![\d.,:])\d{1,2}\.$/.test(before) && (startsWithMonth(after) || /^\d{1,2}\./.test(after));

/** The segmenter does not break before a sum or a number: “… including VAT. ₪60,000 of it …”. */
const beforeFigure = /(?<=(?:\p{L}|\d{4})[.!?])\s+(?=[₪$€£]?\d)/u;

function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  const segments = [...segmenter.segment(paragraph)].flatMap(({ segment }) => segment.trim().split(beforeFigure));
  for (const text of segments) {
    const before = sentences.at(-1);
    if (text === "") continue;
    const isJoined = before !== undefined && (abbreviation.test(before) || isDateAcross(before, text));
    // A punctuation mark or a bracket alone is not a sentence.
    if (isJoined || (before !== undefined && !/[\p{L}\p{N}]/u.test(text))) {
      const gap = /[\u3000-\u303f\uff00-\uffef]$/u.test(before) ? "" : " ";
      sentences[sentences.length - 1] = paragraph.includes(`${before}${gap}${text}`)
        ? `${before}${gap}${text}`
        : before + text;
    } else sentences.push(text);
  }
  return sentences;
}

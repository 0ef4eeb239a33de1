export type Sentence = {
  /** On one line; white space is the only thing that may differ from what was written. */
  text: string;
  heading: boolean;
};

const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX~!?-]\]\s+)?/;
const headingMark = /^\s*#{1,6}\s+/;
const codeFence = /^\s*(?:```|~~~)/;

/** The sentences of a Markdown text. Code blocks are left out unless the text has nothing else. */
export function readSentences(markdown: string): Sentence[] {
  const outside = splitParagraphs(markdown, { code: false });
  const paragraphs = outside.length > 0 ? outside : splitParagraphs(markdown, { code: true });
  return paragraphs.flatMap(({ text, heading }) => splitSentences(text).map((part) => ({ text: part, heading })));
}

function splitParagraphs(markdown: string, keep: { code: boolean }): Sentence[] {
  const paragraphs: Sentence[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) paragraphs.push({ text: open.join(" "), heading: false });
    open = [];
  };
  let inCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    const fence = codeFence.test(line);
    if (fence) inCode = !inCode;
    const text = line.replace(/^[\s>]+/, "").trim();
    if (fence || text === "" || (inCode && !keep.code) || /^[\s|:=*_-]+$/.test(text)) {
      close();
      continue;
    }
    const heading = headingMark.test(text);
    // What a mark was taken from cannot be joined to the line before it: the two would not stand side by side in the text.
    if (heading || listMark.test(text) || text.startsWith("|") || /^\s*>/.test(line)) close();
    open.push(text.replace(headingMark, "").replace(listMark, ""));
    if (!heading) continue;
    paragraphs.push({ text: open.join(" "), heading: true });
    open = [];
  }
  close();
  return paragraphs;
}

const sentenceEnd = /(?<=[.!?…]["”’)]?)\s+(?=["“(]?[\p{Lu}\p{Lo}\p{N}₪$€£])|(?<=[。！？؟])\s*(?=\S)/u;
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|approx|no|nr|st|mr|mrs|dr|vs|ca|incl)|\b\p{Lu})\.$/iu;

/** “bis 3. Mai 2027” is one date. */
const isDateAcross = (before: string, after: string): boolean =>
  /(?<!\d)\d{1,2}\.$/.test(before) && /^\p{Lu}\p{Ll}{2,8} \d{4}(?!\d)/u.test(after);

function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const part of paragraph.split(sentenceEnd)) {
    const before = sentences.at(-1);
    if (before !== undefined && (abbreviation.test(before) || isDateAcross(before, part))) {
      sentences[sentences.length - 1] = `${before} ${part}`;
    } else {
      sentences.push(part);
    }
  }
  return sentences.map((text) => text.replaceAll(/\s+/g, " ").trim()).filter((text) => text !== "");
}

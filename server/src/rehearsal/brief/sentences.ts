import { type MarkdownBlock, parseMarkdown } from "#platform";
import { hasFigures, isExclusionFrame } from "./frames.ts";
import { exclusionWords } from "./kind-words.ts";
import { splitSentences } from "./split-sentences.ts";

export type Sentence = {
  /** The sentence on one line, as written except for white space, list markers and the `>` of quotes. */
  text: string;
  /** The text as it is put between quotation marks. At each `>` within it, the quotation ends and begins again. */
  quote: string;
  heading: boolean;
  /** The heading, or the line that introduces a list, above the sentence, as a quotation; empty if there is none. */
  under: string;
  /**
   * Set for a line of a table, of a code block, or of a mail's headers or signature. The lines of one block stay together.
   */
  block?: { kind: "table" | "code" | "mail"; index: number };
};

/** The sentences of a Markdown text in any language, with the lines of its tables, code blocks and mail headers. */
export function readSentences(markdown: string): Sentence[] {
  const state = { index: 0 };
  const read = markdown.split(mailParts).flatMap((text, place) => {
    if (place % 2 === 1 && isMail.test(text)) return blockLines("mail", text.split(/\r?\n/), "", state);
    const source = separateLabels(text);
    return readBlocks(parseMarkdown(source), { source, under: "", state });
  });
  return read.map(({ text, under, ...one }) => ({
    ...one,
    text: text.replaceAll(quoteMark, " "),
    quote: text.replaceAll(quoteMark, "” “"),
    under: under.replaceAll(quoteMark, "” “"),
  }));
}

/** What is read of a sentence. Its texts contain `quoteMark`. */
type Reading = Omit<Sentence, "quote">;

/** Stands for a `>` within a text: a space that no text contains, because other white space becomes plain spaces. */
const quoteMark = "\u2003";

const header =
  "(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|datum|gesendet|de|à|objet|para|asunto|da|oggetto)";
/** At least two mail headers on consecutive lines, or a signature below “--”. */
const mailParts = new RegExp(
  `((?:^${header}\\s?: .*(?:\\r?\\n|$(?![\\s\\S]))){2,}|^-- ?\\r?\\n(?:.+(?:\\r?\\n|$(?![\\s\\S]))){1,8})`,
  "gim",
);

/** “From: May” and “To: June” alone do not make a mail. */
const isMail = /@|^(?:subject|betreff|objet|asunto|oggetto)\s?:|^--/im;

const listMark = /^\s*(?:(?:[-*+•]|\d{1,9}[.)])\s+)+(?:\[[ xX~!?-]\]\s+)?/;
const label = /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} /-]{0,30}[:：](?:\s|$)|\*\*\S)/u;

/**
 * Adds an empty line before a label below a list (“Constraints:”), between labelled lines (“People: …”, “Not in scope: …”),
 * and below a line that introduces a paragraph (“On 2 Nov Henrik wrote:”).
 */
function separateLabels(text: string): string {
  let first = "";
  let before = "";
  const lines = text.split(/\r?\n/).map((line) => {
    const isApart =
      label.test(line) && (listMark.test(first) || label.test(first) || /[.!?:;。！？：]\s*$/u.test(before));
    const isEnd = line.trim() === "" || /^\s*#{1,6}\s/.test(line);
    first = isEnd ? "" : isApart || first === "" || listMark.test(line) ? line : first;
    const isBelowLeadIn = /[:：]$/u.test(before.trimEnd()) && !isEnd && !listMark.test(line);
    before = line;
    return isApart || isBelowLeadIn ? `${/^\s*>/.test(line) ? ">" : ""}\n${line}` : line;
  });
  return lines.join("\n");
}

type Place = { source: string; under: string; state: { index: number } };

function readBlocks(blocks: readonly MarkdownBlock[], { source, under, state }: Place): Reading[] {
  let heading = under;
  let excludedAt = 0;
  let leadIn = "";
  return blocks.flatMap((block, at): Reading[] => {
    const next = blocks[at + 1];
    const raw = source.slice(block.start, block.end);
    const above = leadIn || heading;
    switch (block.type) {
      case "heading": {
        const text = oneLine(raw.replace(/\n\s*(?:=+|-+)\s*$/, "").replaceAll(/^[\s>]*#{1,6}\s+|\s+#+\s*$/g, ""));
        leadIn = "";
        // “Out of scope” also applies below deeper headings.
        if (!(isExclusionFrame(heading) && block.depth > excludedAt)) {
          heading = text;
          excludedAt = block.depth;
        }
        if (text === "") return [];
        return isStatement(text, block, next) || (at === 0 && under === "") ? [{ text, heading: true, under: "" }] : [];
      }
      case "code": {
        const lines = raw.split("\n").filter((line) => !/^[\s>]*(?:```|~~~)/.test(line));
        return blockLines("code", lines, above, state);
      }
      case "table": {
        const rows = raw.split("\n").filter((line) => !/^[\s|:-]+$/.test(line));
        return blockLines(
          "table",
          rows.map((row) => row.replaceAll(/^[\s>]*\|?\s*|\s*\|?\s*$/g, "")),
          above,
          state,
        );
      }
      case "list":
      case "item":
      case "quote":
        leadIn = "";
        return readBlocks(block.children, { source, under: above, state });
      case "rule":
        return [];
      default: {
        const sentences = splitSentences(oneLine(raw));
        leadIn = introduces(sentences, next) ? (sentences.at(-1) ?? "") : "";
        // “We will not:” also applies to the lists below its items.
        const framed = isExclusionFrame(under) ? under : leadIn;
        if (leadIn !== "" && !hasFigures(leadIn)) sentences.pop();
        leadIn &&= framed;
        return sentences.map((text) => ({ text, heading: false, under: above }));
      }
    }
  });
}

/**
 * The text of a paragraph on one line, with `quoteMark` for each `>` and, if it begins a list item, without the item's
 * marker.
 */
const oneLine = (raw: string): string =>
  raw
    .split("\n")
    .map((line) => ({
      text: line.replace(/^[\s>]+/, "").replaceAll(/\s+/g, " "),
      space: /^\s*>/.test(line) ? quoteMark : " ",
    }))
    .map(({ text, space }, index) => (index === 0 ? text.replace(listMark, "") : space + text))
    .join("")
    .trim();

function blockLines(
  kind: "table" | "code" | "mail",
  lines: readonly string[],
  under: string,
  state: Place["state"],
): Reading[] {
  state.index += 1;
  const texts = lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((text) => /[\p{L}\p{N}]/u.test(text));
  return texts.map((text) => ({ text, heading: false, under, block: { kind, index: state.index } }));
}

/**
 * True for a heading that says something itself: “Budget: 42,500 EUR”, or any heading with nothing below it. Other headings
 * only frame what is below them.
 */
function isStatement(text: string, block: MarkdownBlock, next: MarkdownBlock | undefined): boolean {
  const isAlone = next === undefined || (next.type === "heading" && next.depth <= block.depth);
  const isRule = next?.type === "heading" && exclusionWords.test(text) && !isExclusionFrame(text);
  return isAlone || isRule || hasFigures(text) || /[:：]\s*\S/u.test(text);
}

/** True if the last sentence of a paragraph introduces what follows: “What we allow:”, or “Must haves” above a list. */
function introduces(sentences: readonly string[], next: MarkdownBlock | undefined): boolean {
  const last = sentences.at(-1) ?? "";
  if (next === undefined || next.type === "heading") return false;
  if (/[:：]\**$/u.test(last)) return true;
  return next.type === "list" && !/[.!?。！？,]$/u.test(last) && last.split(" ").length <= 8;
}

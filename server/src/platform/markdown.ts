import MarkdownIt, { type Token } from "markdown-it";

/** One block of a Markdown text. `start` and `end` are offsets into the text, from line start to line end. */
export type MarkdownBlock = {
  readonly type: "heading" | "paragraph" | "list" | "item" | "quote" | "code" | "table" | "html" | "rule";
  readonly start: number;
  readonly end: number;
  /** The level of a heading; 0 for every other block. */
  readonly depth: number;
  /** The plain text of a heading; empty for every other block. */
  readonly text: string;
  /** The blocks inside a list, an item or a quote. */
  readonly children: readonly MarkdownBlock[];
};

/**
 * Containers (lists, quotes) nested deeper than this are not opened. The parser recurses once per level, so a line of ten
 * thousand `>` would overflow the stack.
 */
const deepest = 20;
/**
 * Lines beyond the first 20,000 (about two million characters of prose) become one paragraph. Every block costs memory
 * and time, however short its line is, and a text of two million characters can have a million lines.
 */
const mostLines = 20_000;
/**
 * A heading longer than this keeps its Markdown, because resolving emphasis takes more than linear time on hostile
 * input.
 */
const longestInline = 2_000;

const parser = new MarkdownIt("default", { html: true, maxNesting: deepest });
// Only the block structure is read, which takes linear time for any input. Inline marks are parsed where they are
// needed, in headings; link definitions stay paragraphs.
parser.core.ruler.enableOnly(["normalize", "block"]);
parser.block.ruler.disable("reference");

const blockTypes: Readonly<Record<string, MarkdownBlock["type"]>> = {
  heading_open: "heading",
  paragraph_open: "paragraph",
  bullet_list_open: "list",
  ordered_list_open: "list",
  list_item_open: "item",
  blockquote_open: "quote",
  fence: "code",
  code_block: "code",
  table_open: "table",
  html_block: "html",
  hr: "rule",
};

type OpenBlock = Omit<MarkdownBlock, "text" | "children"> & { text: string; children: MarkdownBlock[] };

/** The latest results. Editing a document parses the same two texts half a dozen times. */
const recent: { markdown: string; blocks: readonly MarkdownBlock[] }[] = [];
const mostRecent = 4;
/** Results for texts shorter than this are not cached, because such texts are parsed in less than a millisecond. */
const leastKept = 10_000;

/** The top-level blocks of a Markdown text. A `#` inside a code fence, a quote or a table starts no top-level heading. */
export function parseMarkdown(markdown: string): readonly MarkdownBlock[] {
  if (markdown.length < leastKept) return parseBlocks(markdown);
  const known = recent.find((one) => one.markdown === markdown);
  if (known) return known.blocks;
  const blocks = parseBlocks(markdown);
  recent.unshift({ markdown, blocks });
  recent.length = Math.min(recent.length, mostRecent);
  return blocks;
}

function parseBlocks(markdown: string): readonly MarkdownBlock[] {
  const lines = lineSpans(markdown, mostLines);
  if (lines.starts.length <= mostLines) return parseLines(markdown, lines);
  const start = lines.starts[mostLines] ?? markdown.length;
  const rest = markdown.slice(start).trimEnd();
  const above = parseLines(markdown.slice(0, start), lines);
  if (rest === "") return above;
  return [...above, { type: "paragraph", start, end: start + rest.length, depth: 0, text: "", children: [] }];
}

function parseLines(markdown: string, lines: Lines): MarkdownBlock[] {
  const top: MarkdownBlock[] = [];
  const open: OpenBlock[] = [];
  let tableLevel = -1;
  // A byte order mark would hide a heading on the first line; a space keeps the offsets.
  for (const token of parser.parse(markdown.replace(/^\uFEFF/, " "), {})) {
    if (tableLevel >= 0) {
      if (token.type === "table_close" && token.level === tableLevel) tableLevel = -1;
      continue;
    }
    const type = blockTypes[token.type];
    if (type && token.map) {
      const block = toBlock(type, token, lines, markdown);
      (open.at(-1)?.children ?? top).push(block);
      if (type === "table") tableLevel = token.level;
      else if (token.nesting === 1) open.push(block);
    } else if (token.type === "inline") {
      const parent = open.at(-1);
      if (parent?.type === "heading") parent.text = plainText(token.content);
    } else if (token.nesting === -1) open.pop();
  }
  return top;
}

function toBlock(type: MarkdownBlock["type"], token: Token, lines: Lines, markdown: string): OpenBlock {
  const [first, after] = token.map ?? [0, 1];
  let last = Math.max(first, Math.min(after, lines.starts.length) - 1);
  // Exclude trailing blank lines, which the parser counts as part of lists and quotes.
  while (last > first && markdown.slice(lines.starts[last], lines.ends[last]).trim() === "") last -= 1;
  const depth = type === "heading" ? Number(token.tag.slice(1)) : 0;
  return {
    type,
    start: lines.starts[first] ?? 0,
    end: lines.ends[last] ?? markdown.length,
    depth,
    text: "",
    children: [],
  };
}

type Lines = { starts: number[]; ends: number[] };

/**
 * The start and end of each of the first `most` lines, without the line break, and the start of the rest. Like the parser,
 * treats CRLF and a lone CR as line breaks.
 */
function lineSpans(text: string, most: number): Lines {
  const lines: Lines = { starts: [0], ends: [] };
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n?|\n/g)) {
    if (lines.starts.length > most) return lines;
    lines.ends.push(index);
    lines.starts.push(index + lineEnd.length);
  }
  lines.ends.push(text.length);
  return lines;
}

function plainText(content: string): string {
  if (content.length > longestInline || /^[A-Za-z0-9 ,;:.()-]*$/.test(content)) return content;
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, {}, tokens);
  return tokens.map(inlineText).join("");
}

function inlineText(token: Token): string {
  if (token.type === "softbreak" || token.type === "hardbreak") return "\n";
  return token.content;
}

/** The cells of one table row, with or without outer bars; `\|` is a bar inside a cell. */
export function splitTableRow(line: string): string[] {
  const text = line.trim();
  if (!text.includes("|")) return [];
  const cells = text.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
  if (text.startsWith("|")) cells.shift();
  if (cells.at(-1) === "" && text.endsWith("|")) cells.pop();
  return cells;
}

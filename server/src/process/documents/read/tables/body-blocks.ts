import { type MarkdownBlock, parseMarkdown } from "#platform";
import { rowsEnd } from "./table-lines.ts";

/** A block of an artifact's body. `raw` is its text as written. */
export type BodyBlock = MarkdownBlock & { raw: string };

/**
 * Caches the blocks of the last body: reading an artifact needs the blocks of the same body several times, and parsing is
 * most of the work.
 */
let last: { body: string; blocks: readonly BodyBlock[] } = { body: "", blocks: [] };

export function bodyBlocks(body: string): readonly BodyBlock[] {
  if (last.body !== body) {
    last = {
      body,
      blocks: parseMarkdown(body).flatMap((block) => apart({ ...block, raw: body.slice(block.start, block.end) })),
    };
  }
  return last.blocks;
}

/** Splits off the text directly below a table as a block of its own, because Markdown takes it for rows. */
function apart(block: BodyBlock): BodyBlock[] {
  const { type, start, end, raw } = block;
  const length = type === "table" ? rowsEnd(raw) : raw.length;
  if (length === raw.length) return [block];
  return [
    { ...block, end: start + length, raw: raw.slice(0, length) },
    { type: "paragraph", start: start + length + 1, end, depth: 0, text: "", children: [], raw: raw.slice(length + 1) },
  ];
}

/** A list item, dedented. `text` has neither marker nor box; `first` is its first line, `below` the lines after it. */
export type ListItem = { marker: string; box: string | null; text: string; first: string; below: string };

const marker = /^([ \t]*)([-*+•]|\d{1,9}[.)])([ \t]+|$)/;
const box = /^(?:\[([^[\]\n]{0,12})\]|([☐☑☒✅✔✓❌⬜]️?))[ \t]*(?=\S|$)/u;

/** The items of a list, each dedented. */
export const itemsOf = (list: MarkdownBlock, body: string): ListItem[] =>
  list.children.map((item) => readItem(body.slice(item.start, item.end)));

const nested = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]/m;

/**
 * Splits a list of subjects that have entries nested below them: every subject becomes a line, followed by the list of its
 * entries. Returns null if the items are entries themselves. `isEntry` tells whether an item is certainly an entry.
 */
export function ungrouped(list: BodyBlock, body: string, isEntry: (item: ListItem) => boolean): string | null {
  const items = itemsOf(list, body);
  if (items.length === 0 || items.some(isEntry)) return null;
  const isGroup = ({ first, below }: ListItem) =>
    nested.test(below) && (/^(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)[:：]?$/.test(first) || /[:：][*_]{0,2}$/.test(first));
  if (!items.every(isGroup)) return null;
  return items.map(({ first, below }) => `${first}\n\n${below.trim()}`).join("\n\n");
}

function readItem(raw: string): ListItem {
  const [head = "", indent = "", sign = ""] = marker.exec(raw) ?? [];
  const width = Math.max(head.length, indent.length + sign.length + 1);
  const [firstLine = "", ...others] = raw.split("\n");
  const below = others.map((line) => dedent(line, width)).join("\n");
  const content = firstLine.slice(head.length);
  const [mark = "", inside, symbol] = isBox(content) ? (box.exec(content) ?? []) : [];
  const first = content.slice(mark.length).trim();
  return {
    marker: sign,
    box: inside ?? symbol ?? null,
    text: below === "" ? first : `${first}\n${below}`,
    first,
    below,
  };
}

/** `[C4] kept` begins with a reference, `[x] done` with a box. */
const isBox = (content: string): boolean =>
  /^(?:\[(?:[ xX~!?*✓✔✗-]?|done|open|todo|wip|blocked|in progress)\](?!\()|[☐☑☒✅✔✓❌⬜])/iu.test(content);

export function dedent(line: string, width: number): string {
  let at = 0;
  let column = 0;
  while (column < width && (line[at] === " " || line[at] === "\t")) {
    column += line[at] === "\t" ? 4 - (column % 4) : 1;
    at += 1;
  }
  return line.slice(at);
}

/** The content of a code block. */
export const codeContent = (raw: string): string =>
  /^ {0,3}(?:`{3,}|~{3,})/.test(raw)
    ? raw.replace(/^[^\n]*\n?/, "").replace(/(?:^|\n) {0,3}(?:`{3,}|~{3,})[ \t]*$/, "")
    : raw;

import { type MarkdownBlock, parseMarkdown } from "#platform";

/** A block of an artifact's body with its own text. */
export type BodyBlock = MarkdownBlock & { raw: string };

/** Caches the last body: several steps of reading an artifact parse the same body, and parsing is most of their work. */
let last: { body: string; blocks: readonly BodyBlock[] } = { body: "", blocks: [] };

export function bodyBlocks(body: string): readonly BodyBlock[] {
  if (last.body !== body) {
    last = {
      body,
      blocks: parseMarkdown(body).map((block) => ({ ...block, raw: body.slice(block.start, block.end) })),
    };
  }
  return last.blocks;
}

/** A list item: its text without marker and indentation, its box if it has one, and the lines after its first. */
export type ListItem = { marker: string; box: string | null; text: string; first: string; below: string };

const marker = /^([ \t]*)([-*+•]|\d{1,9}[.)])([ \t]+|$)/;
const box = /^(?:\[([^[\]\n]{0,12})\]|([☐☑☒✅✔✓❌⬜]️?))[ \t]*(?=\S|$)/u;

/** The items of a list, each dedented. */
export const itemsOf = (list: MarkdownBlock, body: string): ListItem[] =>
  list.children.map((item) => readItem(body.slice(item.start, item.end)));

const nested = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]/m;

/**
 * A list whose items name subjects and have the entries below them, as a title in bold and a list for each. Null if its items are
 * entries. `isEntry`: whether an item is certainly an entry.
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

/** The content of a block of code. */
export const codeContent = (raw: string): string =>
  /^ {0,3}(?:`{3,}|~{3,})/.test(raw)
    ? raw.replace(/^[^\n]*\n?/, "").replace(/(?:^|\n) {0,3}(?:`{3,}|~{3,})[ \t]*$/, "")
    : raw;

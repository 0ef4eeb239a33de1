import MarkdownIt, { type Token } from "markdown-it";
import { fitHeadings, type HeadingOptions } from "./fit-headings.ts";
import type { MarkdownElement, MarkdownNode } from "./markdown-node.ts";

const allowedSchemes = new Set(["http", "https", "mailto"]);

// HTML is parsed so that its tags can be removed. The depth of nesting is limited, because the tree is built recursively.
const parser = new MarkdownIt("default", { html: true, linkify: true, maxNesting: 20 });
parser.validateLink = (address) => {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(address)?.[1];
  return scheme === undefined || allowedSchemes.has(scheme.toLowerCase());
};
// Without this, `plan.md` would become a link, because `.md` is a top-level domain.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/**
 * Parses a document as GitHub does (tables, strikethrough, task lists, bare URLs). The resulting tree contains no HTML and
 * is safe to render.
 */
export function parseMarkdown(markdown: string, headings: HeadingOptions): MarkdownNode[] {
  const root: MarkdownElement = { tag: "", children: [] };
  addTokens(root, parser.parse(markdown, {}));
  fitHeadings(root.children, headings);
  return root.children;
}

function addTokens(parent: MarkdownElement, tokens: readonly Token[]): void {
  const open: MarkdownElement[] = [parent];
  for (const token of tokens) {
    const into = open.at(-1) ?? parent;
    if (token.hidden) continue; // a paragraph of a tight list
    if (token.nesting < 0) {
      const closed = open.pop();
      if (closed?.tag === "li") markTask(closed);
    } else if (token.nesting > 0) {
      const element = openElement(token);
      into.children.push(element);
      open.push(element);
    } else if (token.type === "inline") addTokens(into, token.children ?? []);
    else into.children.push(...leaf(token));
  }
}

function openElement(token: Token): MarkdownElement {
  const element: MarkdownElement = { tag: token.tag, children: [] };
  const href = token.attrGet("href");
  const start = token.attrGet("start");
  const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style")))?.[1];
  if (href !== null) element.href = String(href);
  if (start !== null) element.start = Number(start);
  if (align) element.align = align as "left" | "center" | "right";
  return element;
}

function leaf(token: Token): MarkdownNode[] {
  switch (token.type) {
    case "text":
    case "text_special":
      return [token.content];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [{ tag: "br", children: [] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    case "code_inline":
      return [{ tag: "code", children: [token.content] }];
    case "fence":
    case "code_block":
      return [{ tag: "pre", children: [{ tag: "code", children: [token.content] }] }];
    // Images would let a document contact other hosts, so only their descriptions are shown.
    case "image":
      return [`[${token.content || "picture"}]`];
    case "html_inline":
      return /^<br\s*\/?>$/i.test(token.content) ? [{ tag: "br", children: [] }] : [];
    case "html_block":
      return withoutTags(token.content);
    default:
      return [];
  }
}

function withoutTags(html: string): MarkdownNode[] {
  const text = html.replace(/<[^<>]*>/g, "").trim();
  return text === "" ? [] : [{ tag: "p", children: [text] }];
}

/** An item that begins with `[ ]` or `[x]` is a task list item. */
function markTask(item: MarkdownElement): void {
  const [first] = item.children;
  const holder = typeof first === "object" && first.tag === "p" ? first : item;
  const [text] = holder.children;
  const box = typeof text === "string" ? /^\[([ xX])\]\s+/.exec(text) : null;
  if (!box || typeof text !== "string") return;
  item.checked = box[1] !== " ";
  holder.children[0] = text.slice(box[0].length);
}

import { createElement, Fragment, useMemo } from "react";
import { cx } from "../cx.ts";
import type { MarkdownElement, MarkdownNode } from "./markdown-node.ts";
import { parseMarkdown } from "./parse-markdown.ts";

/** The checkbox of a task list item. It is only an image, because items are ticked on the board and not in the text. */
function TaskBox({ checked }: { checked: boolean }) {
  return (
    <svg
      role="img"
      aria-label={checked ? "done" : "open"}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      className="task-box text-ink-2"
    >
      <rect x="1.5" y="1.5" width="13" height="13" rx="2.5" />
      {checked && <path d="M4 8.5l2.7 2.7L12 5.3" />}
    </svg>
  );
}

/** Renders one element of a document, whose `children` are already rendered. */
type Draw = (element: MarkdownElement, children: React.ReactNode) => React.ReactNode;

const drawShared: Draw = ({ tag, id, start, align, checked }, children) => {
  switch (tag) {
    case "p":
      return <p dir="auto">{children}</p>;
    case "li":
      return (
        <li className={checked === undefined ? undefined : "task"} dir="auto">
          {checked !== undefined && <TaskBox checked={checked} />}
          {children}
        </li>
      );
    case "ol":
      return <ol start={start}>{children}</ol>;
    case "th":
    case "td":
      return createElement(tag, align && { style: { textAlign: align } }, children);
    case "br":
    case "hr":
      return createElement(tag);
    default:
      return createElement(tag, id === undefined ? null : { id }, children);
  }
};

const drawForReading: Draw = (element, children) => {
  const { tag, href } = element;
  if (tag === "a") {
    return href?.startsWith("#") ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    );
  }
  if (tag === "table") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must scroll by keyboard too.
      <section className="scroll-x" tabIndex={0} aria-label="Table">
        <table>{children}</table>
      </section>
    );
  }
  return drawShared(element, children);
};

// In a card, there are no links and no ids. The card is cut off at the bottom, so nothing in it may take the focus, and ids
// could occur twice on the page.
const drawInCard: Draw = (element, children) => {
  if (element.tag === "a") return <span>{children}</span>;
  if (element.tag === "table") {
    return (
      <div className="scroll-x">
        <table>{children}</table>
      </div>
    );
  }
  return drawShared(element, children);
};

function drawNodes(nodes: readonly MarkdownNode[], draw: Draw): React.ReactNode[] {
  return nodes.map((node, place) => {
    if (typeof node === "string") return node;
    const children = node.children.length > 0 ? drawNodes(node.children, draw) : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is rendered as a whole; its nodes have no identity.
    return <Fragment key={place}>{draw(node, children)}</Fragment>;
  });
}

/** Renders the link of a reference. */
export type DrawReference = (children: React.ReactNode) => React.ReactNode;

const noReferences: ReadonlyMap<string, DrawReference> = new Map();

/** Adds a link definition for each id, which makes the parser treat `[C14]` as a link. */
const withDefinitions = (markdown: string, ids: Iterable<string>): string =>
  [markdown, "", ...Array.from(ids, (id) => `[${id}]: #${id}`)].join("\n");

const drawWith =
  (references: ReadonlyMap<string, DrawReference>): Draw =>
  (element, children) => {
    const draw = element.tag === "a" ? references.get(element.href?.slice(1) ?? "") : undefined;
    return draw ? draw(children) : drawForReading(element, children);
  };

type DocumentTextProps = {
  markdown: string;
  /** The level of the heading under which the text is shown. */
  under: 1 | 2 | 3;
  inCard?: boolean;
  /** The ids of the references in the text, each with a function that renders its link. */
  references?: ReadonlyMap<string, DrawReference>;
};

/**
 * The text of a document. Only known elements are rendered, and HTML never is, because the text comes from a model or a
 * stranger.
 */
export function DocumentText({ markdown, under, inCard = false, references = noReferences }: DocumentTextProps) {
  const drawn = useMemo(() => {
    const text = references.size > 0 ? withDefinitions(markdown, references.keys()) : markdown;
    const nodes = parseMarkdown(text, { top: under + 1, named: !inCard });
    return drawNodes(nodes, inCard ? drawInCard : drawWith(references));
  }, [markdown, under, inCard, references]);
  return (
    <div className={cx("doc", inCard && "doc-card")} dir="auto">
      {drawn}
    </div>
  );
}

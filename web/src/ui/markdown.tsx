import Markdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { cx } from "./cx.ts";
import { headingTree } from "./heading-tree.ts";

/** A ticked or empty box of a work list. It is a picture: ticking happens elsewhere, never in the text. */
function TaskBox({ checked }: { checked?: boolean | undefined }) {
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

const shared: Components = {
  input: ({ checked }) => <TaskBox checked={checked} />,
  li: ({ children, className }) => (
    <li className={className?.includes("task-list-item") ? "task" : undefined} dir="auto">
      {children}
    </li>
  ),
  p: ({ children }) => <p dir="auto">{children}</p>,
  // Pictures would let a document call other hosts; what they show is said in words.
  img: ({ alt }) => <span>[{alt || "picture"}]</span>,
};

const reading: Components = {
  ...shared,
  a: ({ href, children }) =>
    href?.startsWith("#") ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must scroll by keyboard too.
    <section className="scroll-x" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
};

// A card is cut off at its foot: nothing in it may take the focus, and ids would stand twice on the page.
const card: Components = {
  ...shared,
  a: ({ children }) => <span>{children}</span>,
  table: ({ children }) => (
    <div className="scroll-x">
      <table>{children}</table>
    </div>
  ),
};

type DocumentTextProps = {
  markdown: string;
  /** The level of the heading it stands under. */
  under: 1 | 2 | 3;
  inCard?: boolean;
};

/** The text of a document, sanitised: it was written by a model or a stranger. */
export function DocumentText({ markdown, under, inCard = false }: DocumentTextProps) {
  return (
    <div className={cx("doc", inCard && "doc-card")} dir="auto">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize, [headingTree, { top: under + 1, named: !inCard }]]}
        components={inCard ? card : reading}
      >
        {markdown}
      </Markdown>
    </div>
  );
}

import { useMemo } from "react";
import { type Piece, type Row, sideBySide } from "./side-by-side.ts";

export type DiffViewProps = { left: string; right: string; leftTitle: string; rightTitle: string };

/** Two texts side by side, with their differences marked. */
export function DiffView({ left, right, leftTitle, rightTitle }: DiffViewProps) {
  const rows = useMemo(() => sideBySide(left, right), [left, right]);
  return (
    <section
      aria-label={`${leftTitle} compared with ${rightTitle}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
      tabIndex={0}
      className="max-h-[70vh] overflow-auto rounded-3 border border-line-2 bg-panel text-sm"
    >
      <div className="sticky top-0 grid grid-cols-2 border-b border-line bg-sunken text-xs font-semi text-ink-2 *:px-3 *:py-1.5">
        <p>{leftTitle}</p>
        <p>{rightTitle}</p>
      </div>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and are rendered together
        <DiffRow key={place} row={row} />
      ))}
    </section>
  );
}

const cell = "min-w-0 px-3 py-0.5 break-words whitespace-pre-wrap";

function DiffRow({ row }: { row: Row }) {
  if (row.kind === "folded") {
    return <p className="bg-sunken px-3 py-0.5 text-xs text-ink-3">{row.lines} unchanged lines</p>;
  }
  if (row.kind === "same") {
    return (
      <div dir="auto" className="grid grid-cols-2 text-ink-2">
        <p className={cell}>{row.text}</p>
        <p className={cell} aria-hidden="true">
          {row.text}
        </p>
      </div>
    );
  }
  return (
    <div dir="auto" className="grid grid-cols-2 border-y border-line">
      <p className={`${cell} border-e border-line`}>
        {row.left.map((piece) => (
          <Marked key={piece.text} piece={piece} as="del" />
        ))}
      </p>
      <p className={cell}>
        {row.right.map((piece) => (
          <Marked key={piece.text} piece={piece} as="ins" />
        ))}
      </p>
    </div>
  );
}

function Marked({ piece, as: Tag }: { piece: Piece; as: "ins" | "del" }) {
  if (!piece.isOwn) return piece.text;
  return <Tag className={Tag === "ins" ? "bg-mark no-underline text-on-mark" : "bg-bad-soft"}>{piece.text}</Tag>;
}

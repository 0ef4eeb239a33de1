// biome-ignore-all lint/a11y/useSemanticElements: only the visible rows are rendered, in a CSS grid; a table element would need all rows to size its columns.
import type { Fact } from "@dialectic/contract";
import { useEffect } from "react";
import { useVisibleRows } from "../../../parts/knowledge/use-visible-rows.ts";
import { cx } from "../../../ui/cx.ts";
import { columns, FactRow, rowHeight } from "./fact-row.tsx";

const headHeight = 33;

type FactGridProps = {
  label: string;
  facts: readonly Fact[];
  /** The total number of facts if not all are loaded; otherwise undefined. */
  total: number | undefined;
  selected: number | undefined;
  isReadOnly: boolean;
  onSelect: (fact: Fact) => void;
  onDecide: (fact: Fact, decision: "accept" | "reject") => void;
  /** Called when the user scrolls close to the last row, so that more rows can be loaded. */
  onEnd: () => void;
};

/** The ledger as a table that renders only the visible rows. */
export function FactGrid(props: FactGridProps) {
  const { label, facts, total, selected, isReadOnly, onSelect, onDecide, onEnd } = props;
  const { scroller, onScroll, reveal, start, end } = useVisibleRows({ count: facts.length, rowHeight });
  const place = facts.findIndex(({ number }) => number === selected);

  useEffect(() => {
    if (place >= 0) reveal(place, headHeight);
  }, [place, reveal]);
  useEffect(() => {
    if (end > facts.length - 60) onEnd();
  }, [end, facts.length, onEnd]);

  const move = (event: React.KeyboardEvent) => {
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const to = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      Home: 0,
      End: facts.length - 1,
      PageDown: place + perPage,
      PageUp: place - perPage,
    }[event.key];
    if (to === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    const fact = facts[Math.max(0, Math.min(facts.length - 1, to))];
    if (fact) onSelect(fact);
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? facts.length) + 1}
      aria-activedescendant={place >= start && place < end ? `fact-${selected}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={move}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      <div
        role="row"
        aria-rowindex={1}
        tabIndex={-1}
        style={{ height: headHeight }}
        className={cx(
          columns,
          "sticky top-0 z-1 items-center border-b border-line-2 bg-paper text-xs font-semi text-ink-2",
        )}
      >
        <div role="columnheader" tabIndex={-1}>
          Value and key
        </div>
        <div role="columnheader" tabIndex={-1} className="max-[1640px]:hidden">
          Scope
        </div>
        <div role="columnheader" tabIndex={-1}>
          Status
        </div>
        <div role="columnheader" tabIndex={-1} className="max-mid:hidden">
          Your words
        </div>
        <div role="columnheader" tabIndex={-1} className="max-[1640px]:hidden">
          Source
        </div>
        <div role="columnheader" tabIndex={-1}>
          <span className="sr-only">Decide</span>
        </div>
      </div>
      <div role="rowgroup" style={{ paddingTop: start * rowHeight, paddingBottom: (facts.length - end) * rowHeight }}>
        {facts.slice(start, end).map((fact, index) => (
          <FactRow
            key={fact.id}
            fact={fact}
            index={start + index}
            isSelected={fact.number === selected}
            isReadOnly={isReadOnly}
            onSelect={onSelect}
            onDecide={onDecide}
          />
        ))}
      </div>
    </div>
  );
}

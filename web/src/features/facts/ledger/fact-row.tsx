// biome-ignore-all lint/a11y/useSemanticElements: only the visible rows are rendered, in a CSS grid; a table element would need all rows to size its columns.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row; cells are not focusable.
import type { Fact } from "@dialectic/contract";
import { memo } from "react";
import { isOver, isPending, labelOf, sourceWords, valueText } from "../../../parts/knowledge/facts/describe-fact.ts";
import { FactStatusWord } from "../../../parts/knowledge/facts/fact-status-word.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";

export const rowHeight = 52;
export const columns =
  "grid grid-cols-[minmax(0,5fr)_minmax(88px,2fr)_116px_minmax(0,7fr)_96px_68px] gap-x-4 px-6 max-[1640px]:grid-cols-[minmax(0,1fr)_116px_minmax(0,1fr)_68px] max-mid:grid-cols-[minmax(0,1fr)_auto_auto] max-mid:px-4";

type FactRowProps = {
  fact: Fact;
  index: number;
  isSelected: boolean;
  isReadOnly: boolean;
  onSelect: (fact: Fact) => void;
  onDecide: (fact: Fact, decision: "accept" | "reject") => void;
};

/** One fact: the value in bold with its key below, then the scope, the status, the quote and the quote's source. */
export const FactRow = memo(function FactRow(props: FactRowProps) {
  const { fact, index, isSelected, isReadOnly, onSelect, onDecide } = props;
  const name = [fact.itemName, labelOf(fact), valueText(fact)].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keys.
    <div
      role="row"
      id={`fact-${fact.number}`}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={() => onSelect(fact)}
      style={{ height: rowHeight }}
      className={cx(
        columns,
        "cursor-pointer items-center border-b border-line",
        isSelected ? "bg-hover shadow-[inset_2px_0_0_var(--ink)]" : "hover:bg-sunken",
      )}
    >
      <div role="gridcell" className="min-w-0">
        <bdi
          className={cx(
            "block truncate text-sm font-strong tabular-nums",
            isOver(fact) && "font-normal! text-ink-3 line-through",
          )}
        >
          {valueText(fact)}
        </bdi>
        <span className="block truncate font-mono text-xs text-ink-2" title={fact.key}>
          {/* The column of items is hidden in a narrow window. */}
          {fact.itemName && <bdi className="font-ui min-[1641px]:hidden">@{fact.itemName} </bdi>}
          {fact.key.replace(/^(project|item)\./, "")}
        </span>
      </div>
      <div role="gridcell" className="min-w-0 truncate text-sm max-[1640px]:hidden">
        {fact.scope === "project" ? (
          "Project"
        ) : (
          <span className="inline-block max-w-full truncate rounded-full border border-line-2 bg-panel px-2 text-xs leading-5">
            @<bdi>{fact.itemName ?? "item"}</bdi>
          </span>
        )}
      </div>
      <div role="gridcell">
        <FactStatusWord status={fact.status} />
      </div>
      <div
        role="gridcell"
        dir="auto"
        className={cx(
          "line-clamp-2 font-doc text-[0.875rem] leading-5 max-mid:hidden",
          fact.evidence ? "text-ink-2" : "text-ink-3",
        )}
      >
        {fact.evidence?.quote ?? "–"}
      </div>
      <div role="gridcell" className="truncate text-xs text-ink-2 max-[1640px]:hidden">
        {sourceWords(fact)}
      </div>
      <div role="gridcell" className="flex justify-end gap-1">
        {isPending(fact) && !isReadOnly && (
          <>
            <Button
              small
              square
              tabIndex={-1}
              aria-label={`Accept ${name}`}
              onClick={(event) => {
                event.stopPropagation();
                onDecide(fact, "accept");
              }}
            >
              <Icon name="check" size={14} />
            </Button>
            <Button
              small
              square
              tabIndex={-1}
              aria-label={`Reject ${name}`}
              onClick={(event) => {
                event.stopPropagation();
                onDecide(fact, "reject");
              }}
            >
              <Icon name="cross" size={14} />
            </Button>
          </>
        )}
      </div>
    </div>
  );
});

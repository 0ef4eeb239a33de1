import type { Item, ItemLine } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { itemLinesQuery, suggestionsQuery } from "../../api/items-queries.ts";
import { DraftForm } from "../../parts/drafts/draft-form.tsx";
import { formatPrice } from "../../parts/prices/format-price.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { readLine } from "./read-line.ts";
import type { ItemActions } from "./use-item-actions.ts";

const cell = "px-3 py-1.5 align-top first:ps-6 max-mid:first:ps-4";
const heading =
  "border-b border-line-2 px-3 py-2 text-start text-xs font-semi text-ink-2 first:ps-6 max-mid:first:ps-4";

type ItemLinesProps = {
  projectId: string;
  item: Item;
  selected: string | undefined;
  actions: ItemActions;
  onOpen: (lineId: string) => void;
};

/** The lines (material and work) of an item, each with its linked catalogue entry, if any. */
export function ItemLines({ projectId, item, selected, actions, onOpen }: ItemLinesProps) {
  const { data: lines } = useQuery(itemLinesQuery(projectId, item.id));
  const linked = lines?.filter(({ catalogue }) => catalogue !== null).length ?? 0;
  const remove = ({ id, name }: ItemLine) =>
    actions.run(`Removed ${name}`, () => client.removeLine({ params: { lineId: id } }));
  const add = (text: string) =>
    actions.run(`Added ${text}`, () => client.addLine({ params: { itemId: item.id }, body: readLine(text) }));
  return (
    <section aria-labelledby="lines">
      <div className="flex flex-wrap items-baseline gap-x-3 px-6 pt-5 pb-2 max-mid:px-4">
        <h2 id="lines" className="text-xl font-title tracking-[-.012em]">
          <bdi>{item.name}</bdi>, lines
        </h2>
        {lines && (
          <span className="text-xs text-ink-3">
            {formatNumber(lines.length, "line")}, {linked} linked to the catalogue
          </span>
        )}
      </div>
      {!lines && <Loading what="Reading the lines" className="px-6" />}
      {lines && lines.length > 0 && (
        <div className="relative overflow-x-auto">
          <table className="w-full min-w-[560px] border-collapse text-sm">
            <thead>
              <tr>
                <th className={heading}>Line</th>
                <th className={heading}>Catalogue</th>
                <th className={cx(heading, "text-end!")}>Quantity</th>
                <th className={cx(heading, "text-end!")}>Price</th>
                <th className={cx(heading, "text-end!")}>Total</th>
                <th className={heading}>
                  <span className="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr
                  key={line.id}
                  aria-current={line.id === selected || undefined}
                  className={cx(
                    "border-b border-line",
                    line.id === selected && "bg-hover shadow-[inset_2px_0_0_var(--ink)]",
                  )}
                >
                  <td className={cell}>
                    <button
                      type="button"
                      className="text-start wrap-anywhere hover:underline"
                      aria-label={`Open line ${line.name}`}
                      onClick={() => onOpen(line.id)}
                    >
                      <bdi>{line.name}</bdi>
                    </button>
                  </td>
                  <td className={cell}>
                    {line.catalogue ? (
                      <bdi>{line.catalogue.name}</bdi>
                    ) : (
                      <Candidates projectId={projectId} line={line} onOpen={() => onOpen(line.id)} />
                    )}
                  </td>
                  <td className={cx(cell, "text-end tabular-nums")}>
                    {line.quantity === null ? "–" : `${formatPrice(line.quantity)} ${line.unit ?? ""}`}
                  </td>
                  <td className={cx(cell, "text-end tabular-nums")}>
                    {line.unitPrice === null ? "–" : `${formatPrice(line.unitPrice)} ${line.currency}`}
                  </td>
                  <td className={cx(cell, "text-end tabular-nums")}>
                    {line.total === null ? "–" : `${formatPrice(line.total)} ${line.currency}`}
                  </td>
                  <td className={cx(cell, "pe-6 text-end")}>
                    <Button
                      small
                      square
                      variant="quiet"
                      aria-label={`Remove ${line.name}`}
                      onClick={() => void remove(line)}
                    >
                      <Icon name="cross" size={14} />
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="max-w-[640px] px-6 py-4 max-mid:px-4">
        <DraftForm
          key={item.id}
          subject={{ kind: "item-line", itemId: item.id }}
          label="New line"
          submit="Add line"
          hint="Name; then optionally quantity and unit; then the price. Example: Clip tiles; 132 m²; 34 ILS"
          onSave={add}
        />
      </div>
    </section>
  );
}

/** Shows how many entries a line may mean. Nothing is linked until a person confirms it. */
function Candidates({ projectId, line, onOpen }: { projectId: string; line: ItemLine; onOpen: () => void }) {
  const { data } = useQuery(suggestionsQuery(projectId, line.id));
  if (!data) return <span className="text-ink-3">…</span>;
  if (data.candidates.length === 0) return <span className="text-ink-3">–</span>;
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 font-strong text-mark-ink hover:underline"
      aria-label={`${formatNumber(data.candidates.length, "candidate")} for ${line.name}`}
      onClick={onOpen}
    >
      <Icon name="link" size={14} />
      {formatNumber(data.candidates.length, "candidate")}
    </button>
  );
}

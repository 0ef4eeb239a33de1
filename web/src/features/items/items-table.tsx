import type { Item, ItemField } from "@dialectic/contract";
import { KnowledgeIcon } from "../../parts/knowledge/knowledge-icon.tsx";
import { formatPrice } from "../../parts/prices/format-price.ts";
import { cx } from "../../ui/cx.ts";
import { formatNumber } from "../../ui/format.ts";

const cell = "px-3 py-2.5 align-top first:ps-6 max-mid:first:ps-4";
const heading =
  "border-b border-line-2 px-3 py-2 text-start text-xs font-semi text-ink-2 first:ps-6 max-mid:first:ps-4";

/** The blocks shown in each column. Decisions are shown in the item's panel, next to the table. */
const columns = [
  ["Size and amount", /^item\.(?:dimensions|summary)\./],
  ["Material", /^item\.materials\./],
  ["Work and rules", /^item\.(?:installation|production|logistics|constraints)\./],
] as const;

type ItemsTableProps = {
  items: readonly Item[];
  selected: string | undefined;
  onOpen: (itemId: string) => void;
  onWhy: (itemId: string, key: string) => void;
};

/** The items with their values. Clicking a value opens its explanation. Values from facts are underlined with dots. */
export function ItemsTable({ items, selected, onOpen, onWhy }: ItemsTableProps) {
  return (
    <table className="w-full min-w-[640px] border-collapse text-sm">
      <thead>
        <tr>
          <th className={heading}>Item</th>
          {columns.map(([name]) => (
            <th key={name} className={heading}>
              {name}
            </th>
          ))}
          <th className={cx(heading, "pe-6 text-end!")}>Planned</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={item.id}
            aria-current={item.id === selected || undefined}
            className={cx("border-b border-line", item.id === selected && "bg-hover shadow-[inset_2px_0_0_var(--ink)]")}
          >
            <td className={cell}>
              <button
                type="button"
                className="text-start font-strong hover:underline"
                aria-label={`Open ${item.name}`}
                onClick={() => onOpen(item.id)}
              >
                <bdi>{item.name}</bdi>
              </button>
              <div className="text-xs text-ink-3">
                {formatNumber(item.facts, "fact")}
                {item.toReview > 0 && <b className="font-strong text-mark-ink"> · {item.toReview} to review</b>}
                {item.questions.length > 0 && ` · ${formatNumber(item.questions.length, "question")}`}
              </div>
            </td>
            {columns.map(([name, blocks]) => (
              <td key={name} className={cell}>
                <Values
                  item={item}
                  fields={item.fields.filter(({ key }) => blocks.test(key))}
                  onWhy={(key) => onWhy(item.id, key)}
                />
              </td>
            ))}
            <td className={cx(cell, "pe-6 text-end tabular-nums")}>
              {item.planned.map(({ currency, amount }) => (
                <div key={currency}>
                  {formatPrice(amount)} {currency}
                </div>
              ))}
            </td>
          </tr>
        ))}
        <Together items={items} />
      </tbody>
    </table>
  );
}

type ValuesProps = { item: Item; fields: readonly ItemField[]; onWhy: (key: string) => void };

function Values({ item, fields, onWhy }: ValuesProps) {
  if (fields.length === 0) return <span className="text-ink-3">–</span>;
  return fields.map(({ key, label, text, source, facts, conflicts, proposed }) => {
    const stated = facts.map((fact) => fact.text).join(", ");
    return (
      <div key={key}>
        {/* Without the label, "6 m" and "3 m" below each other would not show which one is the width. */}
        {text !== "" && <span className="me-1.5 text-xs text-ink-3">{label}</span>}
        <button
          type="button"
          aria-label={`Why ${item.name}, ${label}: ${text || "empty"}`}
          className={cx(
            "text-start wrap-anywhere tabular-nums hover:text-mark-ink",
            source === "facts" && "underline decoration-mark-line decoration-dotted decoration-2 underline-offset-4",
            text === "" && "text-ink-3",
          )}
          onClick={() => onWhy(key)}
        >
          <bdi>{text || (source === "override" ? "empty" : `${label}: not decided`)}</bdi>
          {source === "override" && (
            <span className="ms-1 inline-flex translate-y-0.5 text-ink-3" title="Set by hand">
              <KnowledgeIcon name="hand" size={14} />
              <span className="sr-only">set by hand</span>
            </span>
          )}
        </button>
        {source === "override" && stated !== "" && stated !== text && (
          <div className="text-xs text-ink-3">
            facts say <s>{stated}</s>
          </div>
        )}
        {conflicts + proposed > 0 && (
          <div className="text-xs text-mark-ink">
            {conflicts > 0 && `${conflicts} contradicting`}
            {conflicts > 0 && proposed > 0 && " · "}
            {proposed > 0 && `${proposed} proposed`}
          </div>
        )}
      </div>
    );
  });
}

function Together({ items }: { items: readonly Item[] }) {
  const totals = new Map<string, number>();
  for (const { currency, amount } of items.flatMap(({ planned }) => planned)) {
    totals.set(currency, (totals.get(currency) ?? 0) + amount);
  }
  if (totals.size === 0) return null;
  return (
    <tr>
      <td className={cx(cell, "text-ink-2")} colSpan={columns.length + 1}>
        Together
      </td>
      <td className={cx(cell, "pe-6 text-end font-title tabular-nums")}>
        {[...totals].map(([currency, amount]) => (
          <div key={currency}>
            {formatPrice(amount)} {currency}
          </div>
        ))}
      </td>
    </tr>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { pricesQuery } from "../../api/catalogue-queries.ts";
import { LoadError } from "../../api/paging.tsx";
import { useLetterKeys } from "../../parts/knowledge/use-letter-keys.ts";
import { formatPrice } from "../../parts/prices/format-price.ts";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { CatalogueFrame } from "./catalogue-frame.tsx";
import { type CatalogueSearch, hasWords } from "./catalogue-search.ts";
import { EntryPrices } from "./entry-prices.tsx";
import { ImportPrices } from "./import-prices.tsx";

const cell = "px-3 py-1.5 align-top first:ps-6 last:pe-6 max-mid:first:ps-4";
const heading =
  "border-b border-line-2 px-3 py-2 text-start text-xs font-semi text-ink-2 first:ps-6 last:pe-6 max-mid:first:ps-4";
const arrows = { rising: "↗ rising", falling: "↘ falling", steady: "→ steady" };

/** Vendors' prices: statistics for each entry, by unit and currency, and a form to import price files. */
export function PricesPage() {
  const search = useSearch({ from: "/prices" });
  const navigate = useNavigate();
  const show = useCallback(
    (next: CatalogueSearch) => void navigate({ to: "/prices", search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const { find = "", entry } = search;
  const list = useQuery(pricesQuery);
  const entries = list.data;
  const close = () => show(find ? { find } : {});
  useLetterKeys([["Escape", () => (entry ? close() : false)]], true);

  const shown = entries?.filter(({ catalogue, statistics }) =>
    hasWords([catalogue.name, ...statistics.flatMap(({ vendors }) => vendors.map(({ vendor }) => vendor))], find),
  );
  return (
    <CatalogueFrame
      title="Prices"
      about="Vendors' prices by unit and currency. Prices never change a fact or a line."
      refusal={null}
      find={find}
      onFind={(next) => show({ ...search, find: next })}
      panel={
        entry
          ? { label: "Prices of the entry", content: <EntryPrices key={entry} catalogueId={entry} onClose={close} /> }
          : null
      }
    >
      {!entries && list.error && <LoadError query={list} />}
      {!entries && !list.error && <Loading what="Reading the prices" className="p-6" />}
      {entries?.length === 0 && (
        <div className="px-6 pt-4 max-mid:px-4">
          <EmptyState level={2} title="No prices yet">
            Import a file of purchases or quotes below. Each price is recorded for an entry of the catalogue.
          </EmptyState>
        </div>
      )}
      {shown && shown.length > 0 && (
        <div className="relative overflow-x-auto">
          <table className="w-full min-w-[620px] border-collapse text-sm">
            <thead>
              <tr>
                <th className={heading}>Entry</th>
                <th className={heading}>Per</th>
                {["Lowest", "Median", "Highest", "Last", "Seen"].map((name) => (
                  <th key={name} className={cx(heading, "text-end!")}>
                    {name}
                  </th>
                ))}
                <th className={heading}>Trend</th>
              </tr>
            </thead>
            <tbody>
              {shown.flatMap(({ catalogue, statistics }) =>
                statistics.map((one, place) => (
                  <tr
                    key={`${catalogue.id} ${one.unit} ${one.currency}`}
                    aria-current={(catalogue.id === entry && place === 0) || undefined}
                    className={cx(
                      "border-b border-line",
                      catalogue.id === entry && "bg-hover shadow-[inset_2px_0_0_var(--ink)]",
                    )}
                  >
                    <td className={cell}>
                      {place === 0 && (
                        <button
                          type="button"
                          aria-label={`Open prices of ${catalogue.name}`}
                          className="text-start font-strong wrap-anywhere hover:underline"
                          onClick={() => show({ ...search, entry: catalogue.id })}
                        >
                          <bdi>{catalogue.name}</bdi>
                        </button>
                      )}
                    </td>
                    <td className={cx(cell, "whitespace-nowrap")}>
                      {one.currency} / <bdi>{one.unit}</bdi>
                    </td>
                    {[one.lowest, one.median, one.highest, one.last].map((price, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same.
                      <td key={column} className={cx(cell, "text-end tabular-nums", column === 1 && "font-strong")}>
                        {formatPrice(price)}
                      </td>
                    ))}
                    <td className={cx(cell, "text-end tabular-nums")}>{one.observations}</td>
                    <td className={cx(cell, "whitespace-nowrap text-ink-2")}>
                      {one.trend ? arrows[one.trend.direction] : "–"}
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
      {entries && entries.length > 0 && shown?.length === 0 && (
        <p role="status" className="p-6 text-sm text-ink-3">
          No entry or vendor matches these words.
        </p>
      )}
      <ImportPrices />
    </CatalogueFrame>
  );
}

import type { ItemLine, PriceMemory, PriceStatistics } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { priceMemoryQuery } from "../../api/items-queries.ts";
import { LoadError } from "../../api/paging.tsx";
import { useLetterKeys, useLetterKeysSetting } from "../../parts/knowledge/use-letter-keys.ts";
import { Button } from "../../ui/button.tsx";
import { capitalise, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { formatPrice } from "./format-price.ts";
import { LinkCard } from "./link-card.tsx";
import { PriceChart } from "./price-chart.tsx";
import type { ItemActions } from "./use-item-actions.ts";
import { VendorKey } from "./vendor-mark.tsx";

type LinePanelProps = { projectId: string; lineId: string; actions: ItemActions; onClose: () => void };

/** Earlier prices of a line; for a line without a link, the entries of the catalogue that it may mean. */
export function LinePanel({ projectId, lineId, actions, onClose }: LinePanelProps) {
  const query = useQuery(priceMemoryQuery(projectId, lineId));
  const { data: memory } = query;
  return (
    <>
      <div className="flex min-h-[49px] items-center gap-2 border-b border-line py-2 ps-5 pe-3">
        <h2 className="min-w-0 flex-1 font-title wrap-anywhere">
          {memory?.summary ? (
            <>
              Price memory: <bdi>{memory.summary.catalogue.name}</bdi>
            </>
          ) : (
            <bdi>{memory?.line.name ?? "Line"}</bdi>
          )}
        </h2>
        <Button small square variant="quiet" aria-label="Close the line" onClick={onClose}>
          <Icon name="cross" size={14} />
        </Button>
      </div>
      <section
        aria-label="Price memory"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a pointer.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-6 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        {!memory && query.error && <LoadError query={query} />}
        {!memory && !query.error && <Loading what="Remembering prices" />}
        {memory && <Memory memory={memory} />}
        {memory && !memory.line.catalogue && (
          <LinkCard key={lineId} projectId={projectId} line={memory.line} actions={actions} />
        )}
        {memory?.line.catalogue && <Unlink line={memory.line} actions={actions} />}
      </section>
    </>
  );
}

function Memory({ memory: { line, summary, comparable, ratio } }: { memory: PriceMemory }) {
  if (!summary) return null;
  if (!comparable) {
    const known = summary.statistics.map(
      ({ unit, currency, median }) => `${formatPrice(median)} ${currency} per ${unit}`,
    );
    return (
      <p className="text-sm text-ink-2">
        No prices are known in the unit and currency of this line.
        {known.length > 0 && ` Medians of others: ${known.join(", ")}.`}
      </p>
    );
  }
  const isOwn = (one: { unit: string; currency: string }) =>
    one.currency === comparable.currency && one.unit.normalize("NFKC") === comparable.unit.normalize("NFKC");
  return (
    <Statistics
      statistics={comparable}
      observations={summary.observations.filter(isOwn)}
      plan={line.unitPrice}
      ratio={ratio}
    />
  );
}

type StatisticsProps = {
  statistics: PriceStatistics;
  observations: NonNullable<PriceMemory["summary"]>["observations"];
  plan: number | null;
  ratio: number | null;
};

function Statistics({ statistics, observations, plan, ratio }: StatisticsProps) {
  const [isTable, setIsTable] = useState(false);
  const { isOn } = useLetterKeysSetting();
  useLetterKeys([["t", () => setIsTable(!isTable)]], isOn);
  const { lowest, median, highest, last, trend, confidence, vendors, unit, currency } = statistics;
  const figures = [
    ["Lowest", formatPrice(lowest)],
    ["Median", formatPrice(median)],
    ["Highest", formatPrice(highest)],
    ["Last", formatPrice(last)],
    ["Seen", String(statistics.observations)],
  ] as const;
  const percent = ratio === null ? 0 : Math.round((ratio - 1) * 100);
  return (
    <>
      <div>
        <div className="mb-3 flex items-center gap-2">
          <span className="rounded-full border border-line-2 bg-panel px-2 text-xs leading-5">
            {currency} per {unit}
          </span>
          <Button small variant="quiet" className="ms-auto" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? "Chart" : "Table"} <kbd>T</kbd>
          </Button>
        </div>
        <dl className="mb-3 grid grid-cols-5 gap-2 max-mid:grid-cols-3">
          {figures.map(([name, value]) => (
            <div key={name} className="border-s border-line-2 ps-2.5">
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="text-lg font-semi tracking-[-.01em] tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {isTable ? (
          <PriceTable observations={observations} />
        ) : (
          <PriceChart statistics={statistics} observations={observations} plan={plan} />
        )}
        <p className="mt-1 text-xs text-ink-3">
          {trend &&
            `${capitalise(trend.direction)}: ${trend.change > 0 ? "+" : ""}${formatPrice(trend.change)} ${currency}. `}
          Confidence {confidence}: {formatNumber(statistics.observations, "observation")},{" "}
          {formatNumber(vendors.length, "vendor")}.
          {ratio !== null &&
            percent !== 0 &&
            ` Your plan is ${Math.abs(percent)} % ${percent > 0 ? "above" : "below"} the median.`}{" "}
          The band holds the middle half. Prices never change a fact.
        </p>
      </div>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Vendors, the cheapest first</caption>
        <thead>
          <tr className="border-b border-line-2 text-xs text-ink-2">
            <th className="py-1.5 text-start font-semi">Vendor</th>
            {["Low", "Median", "Last", "Seen"].map((name) => (
              <th key={name} className="py-1.5 text-end font-semi">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vendors.map((one, place) => (
            <tr key={one.vendor} className="border-b border-line tabular-nums">
              <td className="py-1.5">
                <VendorKey place={place} />
                <bdi>{one.vendor}</bdi>
              </td>
              <td className="text-end">{formatPrice(one.lowest)}</td>
              <td className="text-end">{formatPrice(one.median)}</td>
              <td className="text-end">{formatPrice(one.last)}</td>
              <td className="text-end">{one.observations}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function PriceTable({ observations }: Pick<StatisticsProps, "observations">) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">Prices, the newest first</caption>
      <thead>
        <tr className="border-b border-line-2 text-xs text-ink-2">
          <th className="py-1 text-start font-semi">Day</th>
          <th className="py-1 text-start font-semi">Vendor</th>
          <th className="py-1 text-start font-semi">From</th>
          <th className="py-1 text-end font-semi">Price</th>
        </tr>
      </thead>
      <tbody>
        {observations.map(({ id, observedOn, vendor, source, price }) => (
          <tr key={id} className="border-b border-line tabular-nums">
            <td className="py-1">{observedOn}</td>
            <td>
              <bdi>{vendor}</bdi>
            </td>
            <td>{source}</td>
            <td className="text-end">{formatPrice(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Unlink({ line, actions }: { line: ItemLine; actions: ItemActions }) {
  const unlink = () =>
    actions.run(`${line.name} is no longer linked`, () => client.unlinkLine({ params: { lineId: line.id }, body: {} }));
  return (
    <p className="text-sm text-ink-2">
      <bdi>“{line.name}”</bdi> is linked to <bdi>{line.catalogue?.name}</bdi>.{" "}
      <Button small onClick={() => void unlink()}>
        Unlink
      </Button>
    </p>
  );
}

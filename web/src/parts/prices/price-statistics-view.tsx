import type { PriceObservation, PriceStatistics } from "@dialectic/contract";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { capitalise, formatNumber } from "../../ui/format.ts";
import { useLetterKeys, useLetterKeysSetting } from "../knowledge/use-letter-keys.ts";
import { formatPrice } from "./format-price.ts";
import { PriceChart } from "./price-chart.tsx";
import { VendorKey } from "./vendor-mark.tsx";

type StatisticsProps = {
  statistics: PriceStatistics;
  observations: readonly PriceObservation[];
  /** The price of a line to compare with; null if there is none. */
  plan: number | null;
  /** `plan` divided by the median; null if there is no comparison. */
  ratio: number | null;
};

/** The prices in one unit and currency: figures, then a chart or a table, and a comparison of the vendors. */
export function PriceStatisticsView({ statistics, observations, plan, ratio }: StatisticsProps) {
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
          The band contains the middle half of the prices. Prices never change a fact.
        </p>
      </div>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Vendors, cheapest first</caption>
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
      <caption className="sr-only">Prices, newest first</caption>
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

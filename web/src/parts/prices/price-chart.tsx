import type { PriceObservation, PriceStatistics } from "@dialectic/contract";
import { formatNumber } from "../../ui/format.ts";
import { formatPrice } from "./format-price.ts";
import { monthTicks, niceTicks } from "./price-scale.ts";
import { VendorMark } from "./vendor-mark.tsx";

const width = 480;
const height = 178;
const [left, right, top, bottom] = [44, 470, 20, 150];

type PriceChartProps = {
  statistics: PriceStatistics;
  observations: readonly PriceObservation[];
  /** The price in the item's line, to compare with; null if there is none. */
  plan: number | null;
};

/**
 * Prices over time, with a different mark for each vendor. Also shows the median, the range between the quartiles, and the
 * price in the item's line.
 */
export function PriceChart({ statistics, observations, plan }: PriceChartProps) {
  const { lowest, highest, median, lowerQuartile, upperQuartile, firstOn, lastOn, unit, currency, vendors } =
    statistics;
  const ticks = niceTicks(Math.min(lowest, plan ?? lowest), Math.max(highest, plan ?? highest));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [from, to] = [Date.parse(firstOn), Date.parse(lastOn)];
  const x = (at: number) =>
    to === from ? (left + right) / 2 : left + 10 + ((at - from) / (to - from)) * (right - left - 26);
  const y = (price: number) => bottom - ((price - low) / (high - low)) * (bottom - top);
  const places = new Map(vendors.map(({ vendor }, place) => [vendor, place]));
  const words = `${formatNumber(observations.length, "price")} of ${currency} per ${unit}, ${firstOn} to ${lastOn}, ${formatPrice(lowest)} to ${formatPrice(highest)}, median ${formatPrice(median)}${plan === null ? "" : `; the line assumes ${formatPrice(plan)}`}`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={words}
      className="h-auto w-full max-w-[480px] text-[11px]"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${right}`} className="stroke-line" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-ink-3">
            {formatPrice(tick)}
          </text>
        </g>
      ))}
      {monthTicks(firstOn, lastOn)
        .filter(({ at }) => x(at) >= left)
        .map(({ at, label }) => (
          <text key={at} x={x(at)} y={height - 6} textAnchor="middle" className="fill-ink-3">
            {label}
          </text>
        ))}
      <rect
        x={left}
        y={y(upperQuartile)}
        width={right - left}
        height={Math.max(1, y(lowerQuartile) - y(upperQuartile))}
        className="fill-hover"
      />
      <path d={`M${left} ${y(median)}H${right}`} className="stroke-ink-3" strokeWidth={1.5} />
      {observations.map(({ id, vendor, price, observedOn }) => (
        <g key={id} transform={`translate(${x(Date.parse(observedOn))} ${y(price)})`}>
          <title>{`${vendor}: ${formatPrice(price)} ${currency} on ${observedOn}`}</title>
          <VendorMark place={places.get(vendor) ?? 0} />
        </g>
      ))}
      {plan !== null && (
        <g>
          <path
            d={`M${right - 6} ${y(plan) - 6}l6 6 -6 6 -6 -6z`}
            className="fill-mark stroke-mark-line"
            strokeWidth={1.5}
          />
          <text x={right - 18} y={Math.max(top - 6, y(plan) - 8)} textAnchor="end" className="fill-ink font-strong">
            your plan {formatPrice(plan)}
          </text>
        </g>
      )}
    </svg>
  );
}

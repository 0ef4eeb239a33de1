import type { PriceObservation, PriceStatistics, VendorPrices } from "@dialectic/contract";

type Observed = Pick<PriceObservation, "vendor" | "price" | "currency" | "unit" | "observedOn">;

/** A change over the whole period that is below this share of the median is noise. */
const steadyShare = 0.03;

/** Statistics for each unit and currency; those with the most observations come first. Prices are not converted. */
export function priceStatistics(observations: readonly Observed[], today: string): PriceStatistics[] {
  const groups = Map.groupBy(observations, ({ unit, currency }) => `${unitKey(unit)} ${currency}`);
  return [...groups]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([, own]) => statisticsOf(own, today));
}

/** A key that is equal for units that differ only in case or Unicode form, such as m² and m2. */
export const unitKey = (unit: string): string => unit.normalize("NFKC").toLowerCase().trim();

function statisticsOf(observations: readonly Observed[], today: string): PriceStatistics {
  const byDay = observations.toSorted((a, b) =>
    a.observedOn < b.observedOn ? -1 : a.observedOn > b.observedOn ? 1 : 0,
  );
  const prices = byDay.map(({ price }) => price).toSorted((a, b) => a - b);
  const [first, last] = [byDay[0], byDay.at(-1)];
  if (!first || !last) throw new Error("There are no prices to describe.");
  const vendors = vendorPrices(byDay);
  return {
    unit: last.unit,
    currency: last.currency,
    observations: prices.length,
    lowest: quantile(prices, 0),
    lowerQuartile: quantile(prices, 0.25),
    median: quantile(prices, 0.5),
    upperQuartile: quantile(prices, 0.75),
    highest: quantile(prices, 1),
    last: last.price,
    lastOn: last.observedOn,
    firstOn: first.observedOn,
    trend: trendOf(byDay, quantile(prices, 0.5)),
    confidence: confidenceOf({
      observations: prices.length,
      vendors: vendors.length,
      age: days(last.observedOn, today),
    }),
    vendors,
  };
}

/** The prices of each vendor, the vendor with the lowest median first. */
function vendorPrices(byDay: readonly Observed[]): VendorPrices[] {
  return [...Map.groupBy(byDay, ({ vendor }) => vendor)]
    .map(([vendor, own]): VendorPrices => {
      const prices = own.map(({ price }) => price).toSorted((a, b) => a - b);
      const last = own.at(-1);
      return {
        vendor,
        lowest: quantile(prices, 0),
        median: quantile(prices, 0.5),
        last: last?.price ?? 0,
        lastOn: last?.observedOn ?? "",
        observations: prices.length,
      };
    })
    .toSorted((a, b) => a.median - b.median || (a.vendor < b.vendor ? -1 : 1));
}

/**
 * The median of the slopes between all pairs of days (Theil–Sen estimator), so that one outlier does not reverse the trend.
 */
function trendOf(byDay: readonly Observed[], median: number): PriceStatistics["trend"] {
  const newest = byDay.slice(-400); // the number of pairs grows quadratically
  const span = days(newest[0]?.observedOn ?? "", newest.at(-1)?.observedOn ?? "");
  if (new Set(newest.map(({ observedOn }) => observedOn)).size < 3) return null;
  const slopes = newest.flatMap((a, at) =>
    newest.slice(at + 1).flatMap((b) => {
      const apart = days(a.observedOn, b.observedOn);
      return apart === 0 ? [] : [(b.price - a.price) / apart];
    }),
  );
  const change = toCents(
    quantile(
      slopes.toSorted((a, b) => a - b),
      0.5,
    ) * span,
  );
  const isSteady = Math.abs(change) < steadyShare * median;
  return { direction: isSteady ? "steady" : change > 0 ? "rising" : "falling", change };
}

/** Rates the figures by the number of prices and vendors and the age of the newest price. */
function confidenceOf({ observations, vendors, age }: { observations: number; vendors: number; age: number }) {
  if (observations >= 10 && vendors >= 3 && age <= 365) return "high";
  return observations >= 4 && vendors >= 2 && age <= 730 ? "medium" : "low";
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return toCents(low + (high - low) * (at - Math.floor(at)));
}

const toCents = (amount: number): number => Math.round(amount * 10_000) / 10_000;
const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

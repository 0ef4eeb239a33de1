import type {
  CatalogueItem,
  PriceImport,
  PriceMemory,
  PriceRowError,
  PriceStatistics,
  PriceSummary,
} from "@dialectic/contract";
import { table } from "../table.ts";
import { formatPrice } from "./describe-items.ts";

/** `live` are the entries in use; they provide the name of the entry that an archived entry was merged into. */
export const describeCatalogue = (entries: readonly CatalogueItem[], live: readonly CatalogueItem[] = []): string =>
  entries.length === 0
    ? 'No catalogue entries were found. Add one with "catalogue add NAME".'
    : table(
        ["name", "kind", "unit", "links", "prices", "synonyms", "id"],
        entries.map(({ id, name, kind, unit, links, prices, synonyms, mergedInto }) => [
          mergedInto === null
            ? name
            : `${name} (merged into ${live.find((one) => one.id === mergedInto)?.name ?? mergedInto})`,
          kind ?? "-",
          unit ?? "-",
          String(links),
          String(prices),
          synonyms.join("; ") || "-",
          id,
        ]),
      );

const trendOf = ({ trend, currency }: PriceStatistics): string =>
  trend === null ? "-" : `${trend.direction} ${trend.change > 0 ? "+" : ""}${formatPrice(trend.change, currency)}`;

export const describePrices = (entries: readonly Omit<PriceSummary, "observations">[]): string =>
  entries.length === 0
    ? 'No prices are recorded. Import some with "prices import FILE".'
    : table(
        ["entry", "unit", "lowest", "median", "highest", "last", "trend", "seen", "confidence"],
        entries.flatMap(({ catalogue, statistics }) =>
          statistics.map((one) => [
            catalogue.name,
            `${one.currency}/${one.unit}`,
            formatPrice(one.lowest, ""),
            formatPrice(one.median, ""),
            formatPrice(one.highest, ""),
            `${formatPrice(one.last, "")} on ${one.lastOn}`,
            trendOf(one),
            String(one.observations),
            one.confidence,
          ]),
        ),
      );

export function describeSummary(summary: PriceSummary): string {
  if (summary.observations.length === 0) return `No prices of "${summary.catalogue.name}" are recorded.`;
  const rows = summary.observations.map((one) => [
    one.observedOn,
    one.vendor,
    `${formatPrice(one.price, one.currency)}/${one.unit}`,
    one.quantity === null ? "-" : String(one.quantity),
    one.source,
    one.reference,
  ]);
  return `${describePrices([summary])}\n\n${table(["date", "vendor", "price", "quantity", "source", "reference"], rows)}`;
}

export const describeVendors = ({ catalogue, statistics }: PriceSummary): string =>
  statistics.length === 0
    ? `No prices of "${catalogue.name}" are recorded.`
    : statistics
        .map(
          ({ unit, currency, vendors }) =>
            `${catalogue.name}, ${currency}/${unit}\n${table(
              ["vendor", "lowest", "median", "last", "seen"],
              vendors.map((one) => [
                one.vendor,
                formatPrice(one.lowest, ""),
                formatPrice(one.median, ""),
                `${formatPrice(one.last, "")} on ${one.lastOn}`,
                String(one.observations),
              ]),
            )}`,
        )
        .join("\n\n");

export function describeMemory({ line, summary, comparable, ratio }: PriceMemory): string {
  if (!summary) return `"${line.name}" is not linked to the catalogue. "items match" shows what it may mean.`;
  if (!comparable) {
    const others = summary.statistics.length > 0 ? `\n\n${describePrices([summary])}` : "";
    return `No prices of "${summary.catalogue.name}" are known in the unit and currency of the line.${others}`;
  }
  const percent = ratio === null ? null : Math.round((ratio - 1) * 100);
  const plan =
    percent === null
      ? "The line has no price."
      : percent === 0
        ? "The line's price is the median."
        : `The line's price is ${Math.abs(percent)} % ${percent > 0 ? "above" : "below"} the median.`;
  return `${describePrices([{ ...summary, statistics: [comparable] }])}\n\n${plan}\n\n${describeVendors({ ...summary, statistics: [comparable] })}`;
}

export function describeImport({ recorded, known, created, errors }: PriceImport): string {
  const made = created.length === 0 ? "" : ` Entries added to the catalogue: ${created.length}.`;
  const done = `Prices recorded: ${recorded}; already known: ${known}.${made}`;
  return errors.length === 0
    ? done
    : `${done} Rows not recorded, ${errors.length} in all: ${errors.slice(0, 20).map(rowLine).join("; ")}${errors.length > 20 ? "; …" : ""}.`;
}

function rowLine({ line, reason, value, candidates }: PriceRowError): string {
  const meant = candidates.length === 0 ? "" : `, perhaps ${candidates.map(({ name }) => `"${name}"`).join(" or ")}`;
  return `line ${line} (${reason.replaceAll("-", " ")}${value === "" ? "" : `: "${value}"`}${meant})`;
}

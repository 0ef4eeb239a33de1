import type { PriceObservation, PriceStatistics, PriceSummary } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { entryPricesQuery } from "../../api/catalogue-queries.ts";
import { LoadError } from "../../api/paging.tsx";
import { formatPrice } from "../../parts/prices/format-price.ts";
import { PriceStatisticsView } from "../../parts/prices/price-statistics-view.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { hasWords } from "./catalogue-search.ts";

/** The prices of one entry: statistics in one unit and currency, and a filtered list of all observations. */
export function EntryPrices({ catalogueId, onClose }: { catalogueId: string; onClose: () => void }) {
  const query = useQuery(entryPricesQuery(catalogueId));
  const { data: summary } = query;
  return (
    <>
      <div className="flex min-h-[49px] items-center gap-2 border-b border-line py-2 ps-5 pe-3">
        <h2 className="min-w-0 flex-1 font-title wrap-anywhere">
          {summary ? (
            <Link to="/catalogue" search={{ entry: catalogueId }}>
              <bdi>{summary.catalogue.name}</bdi>
            </Link>
          ) : (
            "Prices"
          )}
        </h2>
        <Button small square variant="quiet" aria-label="Close the prices" onClick={onClose}>
          <Icon name="cross" size={14} />
        </Button>
      </div>
      <section
        aria-label="Prices"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-6 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        {!summary && query.error && <LoadError query={query} />}
        {!summary && !query.error && <Loading what="Reading the prices" />}
        {summary && <Summary summary={summary} />}
      </section>
    </>
  );
}

const nameOf = ({ unit, currency }: Pick<PriceStatistics, "unit" | "currency">): string => `${currency} / ${unit}`;

function Summary({ summary: { statistics, observations } }: { summary: PriceSummary }) {
  const [chosen, choose] = useState("");
  const own = statistics.find((one) => nameOf(one) === chosen) ?? statistics[0];
  if (!own) return <p className="text-sm text-ink-2">No prices are known for this entry.</p>;
  const isOwn = (one: PriceObservation) =>
    one.currency === own.currency && one.unit.normalize("NFKC") === own.unit.normalize("NFKC");
  return (
    <>
      {statistics.length > 1 && (
        <Segmented
          label="Unit and currency"
          value={nameOf(own)}
          options={statistics.map((one) => ({ value: nameOf(one), label: nameOf(one) }))}
          onChange={choose}
        />
      )}
      <PriceStatisticsView
        key={nameOf(own)}
        statistics={own}
        observations={observations.filter(isOwn)}
        plan={null}
        ratio={null}
      />
      <Observations observations={observations} />
    </>
  );
}

const field = "h-[26px] min-w-0 rounded-2 border border-control bg-panel px-2 text-xs max-mid:h-9";

function Observations({ observations }: { observations: readonly PriceObservation[] }) {
  const [find, setFind] = useState("");
  const [source, setSource] = useState("");
  const shown = observations.filter(
    (one) =>
      (source === "" || one.source === source) &&
      hasWords([one.vendor, one.reference, one.observedOn, one.unit, one.currency], find),
  );
  return (
    <div>
      <h3 className="mb-2 font-title">Observations</h3>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Find observations"
          placeholder="Vendor, reference or day"
          dir="auto"
          value={find}
          onChange={(event) => setFind(event.target.value)}
          className={`${field} flex-1 basis-40`}
        />
        <select
          aria-label="Source"
          value={source}
          onChange={(event) => setSource(event.target.value)}
          className={field}
        >
          <option value="">Any source</option>
          <option value="purchase">Purchases</option>
          <option value="quote">Quotes</option>
          <option value="list">List prices</option>
        </select>
        <span role="status" className="text-xs text-ink-3">
          {shown.length} of {observations.length}
        </span>
      </div>
      <div className="relative overflow-x-auto">
        <table className="w-full border-collapse text-xs">
          <caption className="sr-only">Observations, newest first</caption>
          <thead>
            <tr className="border-b border-line-2 text-ink-2">
              <th className="py-1 pe-2 text-start font-semi">Day</th>
              <th className="py-1 pe-2 text-start font-semi">Vendor</th>
              <th className="py-1 pe-2 text-start font-semi">From</th>
              <th className="py-1 text-end font-semi">Price</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, observedOn, vendor, source: from, reference, price, currency, unit, quantity }) => (
              <tr key={id} className="border-b border-line align-top tabular-nums">
                <td className="py-1 pe-2 whitespace-nowrap">{observedOn}</td>
                <td className="py-1 pe-2 wrap-anywhere">
                  <bdi>{vendor}</bdi>
                </td>
                <td className="py-1 pe-2 wrap-anywhere">
                  {from}
                  <div className="text-ink-3">
                    <bdi>{reference}</bdi>
                  </div>
                </td>
                <td className="py-1 text-end whitespace-nowrap">
                  {formatPrice(price)} {currency} / <bdi>{unit}</bdi>
                  {quantity !== null && <div className="text-ink-3">× {formatPrice(quantity)}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

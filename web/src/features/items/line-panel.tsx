import type { ItemLine, PriceMemory } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { priceMemoryQuery } from "../../api/items-queries.ts";
import { LoadError } from "../../api/paging.tsx";
import { formatPrice } from "../../parts/prices/format-price.ts";
import { PriceStatisticsView } from "../../parts/prices/price-statistics-view.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { LinkCard } from "./link-card.tsx";
import type { ItemActions } from "./use-item-actions.ts";

type LinePanelProps = { projectId: string; lineId: string; actions: ItemActions; onClose: () => void };

/** For a linked line, shows its earlier prices. For any other line, shows the catalogue entries that it may mean. */
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-6 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        {!memory && query.error && <LoadError query={query} />}
        {!memory && !query.error && <Loading what="Loading earlier prices" />}
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
        {known.length > 0 && ` Medians in other units or currencies: ${known.join(", ")}.`}
      </p>
    );
  }
  const isOwn = (one: { unit: string; currency: string }) =>
    one.currency === comparable.currency && one.unit.normalize("NFKC") === comparable.unit.normalize("NFKC");
  return (
    <PriceStatisticsView
      statistics={comparable}
      observations={summary.observations.filter(isOwn)}
      plan={line.unitPrice}
      ratio={ratio}
    />
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

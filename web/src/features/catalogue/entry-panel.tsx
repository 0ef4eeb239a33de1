import type { CatalogueItem } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { client } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { type Changes, EntryForm } from "./entry-form.tsx";
import type { CatalogueActions } from "./use-catalogue-actions.ts";

type EntryPanelProps = {
  entry: CatalogueItem;
  /** The entries that are not archived. */
  live: readonly CatalogueItem[];
  actions: CatalogueActions;
  onClose: () => void;
};

/** One entry of the catalogue, with a form for its names, kind and unit. */
export function EntryPanel({ entry, live, actions, onClose }: EntryPanelProps) {
  const { id: catalogueId, name, kind, unit, synonyms, isArchived, mergedInto } = entry;
  const whole = live.find(({ id }) => id === mergedInto);
  const change = (text: string, to: Changes, from: Changes) =>
    actions.run({
      text,
      make: () => client.changeCatalogueItem({ params: { catalogueId }, body: to }),
      takeBack: () => client.changeCatalogueItem({ params: { catalogueId }, body: from }),
    });
  const archive = () =>
    change(`${isArchived ? "Restored" : "Archived"} ${name}`, { isArchived: !isArchived }, { isArchived });
  return (
    <>
      <div className="flex min-h-[49px] items-center gap-2 border-b border-line py-2 ps-5 pe-3">
        <h2 className="min-w-0 flex-1 font-title wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <Button small square variant="quiet" aria-label="Close the entry" onClick={onClose}>
          <Icon name="cross" size={14} />
        </Button>
      </div>
      <section
        aria-label="The entry"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-6 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        {whole && (
          <p className="text-sm">
            It is part of <bdi className="font-strong">{whole.name}</bdi>: its lines, links and prices count as those of
            that entry.
          </p>
        )}
        <EntryForm entry={entry} onSave={(to) => change(`Changed ${name}`, to, { name, kind, unit, synonyms })} />
        <p className="text-sm text-ink-2">
          {formatNumber(entry.links, "line or item is", "lines and items are")} linked to it.{" "}
          {entry.prices === 0 ? (
            "No price is known."
          ) : (
            <Link to="/prices" search={{ entry: catalogueId }}>
              {formatNumber(entry.prices, "price")}
            </Link>
          )}
        </p>
        {!isArchived && <Merge entry={entry} others={live.filter(({ id }) => id !== entry.id)} actions={actions} />}
        <p className="text-sm text-ink-2">
          <Button small onClick={() => void archive()}>
            {isArchived ? "Restore" : "Archive"}
          </Button>{" "}
          {isArchived
            ? "A restored entry is suggested for lines again, and has its own links and prices."
            : "An archived entry is no longer suggested. Its links and prices stay."}
        </p>
      </section>
    </>
  );
}

type MergeProps = { entry: CatalogueItem; others: readonly CatalogueItem[]; actions: CatalogueActions };

/** Merges an entry into another one that means the same. `takeBack` separates the two again and restores their names. */
function Merge({ entry, others, actions }: MergeProps) {
  const id = useId();
  const [into, setInto] = useState("");
  const target = others.find((one) => one.id === into);
  if (others.length === 0) return null;
  const params = { catalogueId: entry.id };
  const merge = (to: CatalogueItem) =>
    actions.run({
      text: `Merged ${entry.name} into ${to.name}`,
      make: () => client.mergeCatalogueItem({ params, body: { into: to.id } }),
      takeBack: async () => {
        await client.changeCatalogueItem({ params, body: { isArchived: false } });
        await client.changeCatalogueItem({ params: { catalogueId: to.id }, body: { synonyms: to.synonyms } });
      },
    });
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-semi text-ink-2">
        The same as
      </label>
      <div className="flex gap-2">
        <select
          id={id}
          value={into}
          onChange={(event) => setInto(event.target.value)}
          className="h-(--control-height) min-w-0 max-w-[280px] flex-1 rounded-2 border border-control bg-panel px-2 text-sm"
        >
          <option value="">Choose an entry</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        {target && <Button onClick={() => void merge(target)}>Merge into it</Button>}
      </div>
      <p className="mt-1 text-xs text-ink-3">The entry that you choose gets the names, links and prices of this one.</p>
    </div>
  );
}

import type { CatalogueItem } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { client } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { CatalogueActions } from "./use-catalogue-actions.ts";

const field = "w-full rounded-2 border border-control bg-panel px-2.5 text-sm";
type Changes = NonNullable<Parameters<typeof client.changeCatalogueItem>[0]>["body"];
type EntryPanelProps = { entry: CatalogueItem; actions: CatalogueActions; onClose: () => void };

/** One entry of the catalogue, with a form for its names, kind and unit. */
export function EntryPanel({ entry, actions, onClose }: EntryPanelProps) {
  const { id: catalogueId, name, kind, unit, synonyms, isArchived } = entry;
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
        <EntryForm
          key={JSON.stringify([name, kind, unit, synonyms])}
          entry={entry}
          onSave={(to) => change(`Changed ${name}`, to, { name, kind, unit, synonyms })}
        />
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
        <p className="text-sm text-ink-2">
          <Button small onClick={() => void archive()}>
            {isArchived ? "Restore" : "Archive"}
          </Button>{" "}
          {isArchived
            ? "A restored entry is suggested for lines again."
            : "An archived entry is no longer suggested. Its links and prices stay."}
        </p>
      </section>
    </>
  );
}

function EntryForm({ entry, onSave }: { entry: CatalogueItem; onSave: (changes: Changes) => Promise<boolean> }) {
  const id = useId();
  const [name, setName] = useState(entry.name);
  const [kind, setKind] = useState(entry.kind);
  const [unit, setUnit] = useState(entry.unit ?? "");
  const [synonyms, setSynonyms] = useState(entry.synonyms.join("\n"));
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (isSaving || name.trim() === "") return;
    setIsSaving(true);
    const names = synonyms.split("\n").map((one) => one.trim());
    await onSave({
      name: name.trim(),
      kind,
      unit: unit.trim() === "" ? null : unit.trim(),
      synonyms: [...new Set(names)].filter((one) => one !== ""),
    });
    setIsSaving(false);
  };
  const label = "mb-1 block text-xs font-semi text-ink-2";
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div>
        <label htmlFor={`${id}-name`} className={label}>
          Name
        </label>
        <input
          id={`${id}-name`}
          dir="auto"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className={`${field} h-(--control-height)`}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <div>
          <label htmlFor={`${id}-kind`} className={label}>
            Kind
          </label>
          <select
            id={`${id}-kind`}
            value={kind ?? ""}
            onChange={({ target }) =>
              setKind(target.value === "material" || target.value === "work" ? target.value : null)
            }
            className={`${field} h-(--control-height)`}
          >
            <option value="">Any</option>
            <option value="material">Material</option>
            <option value="work">Work</option>
          </select>
        </div>
        <div>
          <label htmlFor={`${id}-unit`} className={label}>
            Unit
          </label>
          <input
            id={`${id}-unit`}
            dir="auto"
            maxLength={40}
            value={unit}
            onChange={(event) => setUnit(event.target.value)}
            className={`${field} h-(--control-height)`}
          />
        </div>
      </div>
      <div>
        <label htmlFor={`${id}-synonyms`} className={label}>
          Other names, one on each line
        </label>
        <textarea
          id={`${id}-synonyms`}
          dir="auto"
          rows={4}
          value={synonyms}
          onChange={(event) => setSynonyms(event.target.value)}
          className={`${field} py-1.5`}
        />
      </div>
      <Button type="submit" busy={isSaving ? "Saving…" : undefined}>
        Save
      </Button>
    </form>
  );
}

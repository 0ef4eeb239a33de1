import type { CatalogueItem } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { catalogueQuery } from "../../api/catalogue-queries.ts";
import { client } from "../../api/client.ts";
import { LoadError } from "../../api/paging.tsx";
import { DraftForm } from "../../parts/drafts/draft-form.tsx";
import { UndoToast } from "../../parts/knowledge/facts/undo-toast.tsx";
import { useLetterKeys, useLetterKeysSetting } from "../../parts/knowledge/use-letter-keys.ts";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { CatalogueFrame } from "./catalogue-frame.tsx";
import { type CatalogueSearch, hasWords } from "./catalogue-search.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { useCatalogueActions } from "./use-catalogue-actions.ts";

const cell = "px-3 py-1.5 align-top first:ps-6 last:pe-6 max-mid:first:ps-4";
const heading =
  "border-b border-line-2 px-3 py-2 text-start text-xs font-semi text-ink-2 first:ps-6 last:pe-6 max-mid:first:ps-4";

/**
 * The user's catalogue: materials and kinds of work, with their synonyms. Lines of any project can be linked to its entries.
 */
export function CataloguePage() {
  const search = useSearch({ from: "/catalogue" });
  const navigate = useNavigate();
  const show = useCallback(
    (next: CatalogueSearch) => void navigate({ to: "/catalogue", search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const { archived = false, find = "" } = search;
  const list = useQuery(catalogueQuery(archived));
  const live = useQuery(catalogueQuery(false));
  const entries = list.data;
  const actions = useCatalogueActions();
  const { isOn } = useLetterKeysSetting();
  const close = () => show({ ...(find && { find }), ...(archived && { archived: true }) });
  const open = entries?.find(({ id }) => id === search.entry);
  useLetterKeys(
    [
      ["z", () => void actions.undo()],
      ["Z", () => void actions.redo()],
    ],
    isOn,
  );
  useLetterKeys([["Escape", () => (open ? close() : false)]], true);

  const add = (name: string) => {
    let made: CatalogueItem | undefined;
    const archive = (isArchived: boolean) =>
      made && client.changeCatalogueItem({ params: { catalogueId: made.id }, body: { isArchived } });
    return actions.run({
      text: `Added ${name}`,
      make: async () => {
        if (made) return archive(false);
        made = await client.createCatalogueItem({ body: { name } });
        show({ entry: made.id });
      },
      takeBack: async () => archive(true),
    });
  };
  const shown = entries?.filter(({ name, synonyms }) => hasWords([name, ...synonyms], find));
  return (
    <>
      <CatalogueFrame
        title="Catalogue"
        about="Materials and kinds of work, each with all its names. Lines of all your projects can be linked to them."
        refusal={actions.refusal}
        find={find}
        onFind={(next) => show({ ...search, find: next })}
        panel={
          open
            ? {
                label: "Entry",
                content: (
                  <EntryPanel key={open.id} entry={open} live={live.data ?? []} actions={actions} onClose={close} />
                ),
              }
            : null
        }
      >
        <div className="flex flex-wrap items-center gap-3 px-6 py-3 max-mid:px-4">
          <Segmented
            label="Which entries"
            value={archived ? "archived" : "live"}
            options={[
              { value: "live", label: "In use" },
              { value: "archived", label: "Archived" },
            ]}
            onChange={(value) => show({ ...(find && { find }), ...(value === "archived" && { archived: true }) })}
          />
          {shown && entries && (
            <span role="status" className="text-xs text-ink-3">
              {shown.length === entries.length ? entries.length : `${shown.length} of ${entries.length}`} shown
            </span>
          )}
        </div>
        {!entries && list.error && <LoadError query={list} />}
        {!entries && !list.error && <Loading what="Reading the catalogue" className="px-6" />}
        {entries?.length === 0 && (
          <div className="px-6 max-mid:px-4">
            <EmptyState level={2} title={archived ? "Nothing is archived" : "The catalogue is empty"}>
              {archived
                ? "Entries that you archive are listed here. They keep their prices and links."
                : "Add an entry here, import a file of prices, or link a line of an item to a new entry."}
            </EmptyState>
          </div>
        )}
        {shown && shown.length > 0 && (
          <div className="relative overflow-x-auto">
            <table className="w-full min-w-[440px] border-collapse text-sm">
              <thead>
                <tr>
                  <th className={heading}>Entry</th>
                  <th className={heading}>Kind</th>
                  <th className={heading}>Unit</th>
                  <th className={cx(heading, "text-end!")}>Links</th>
                  <th className={cx(heading, "text-end!")}>Prices</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((entry) => (
                  <tr
                    key={entry.id}
                    aria-current={entry.id === open?.id || undefined}
                    className={cx(
                      "border-b border-line",
                      entry.id === open?.id && "bg-hover shadow-[inset_2px_0_0_var(--ink)]",
                    )}
                  >
                    <td className={cell}>
                      <button
                        type="button"
                        aria-label={`Open ${entry.name}`}
                        className="text-start font-strong wrap-anywhere hover:underline"
                        onClick={() => show({ ...search, entry: entry.id })}
                      >
                        <bdi>{entry.name}</bdi>
                      </button>
                      {entry.synonyms.length > 0 && (
                        <div className="text-xs text-ink-3 wrap-anywhere">
                          {entry.synonyms.map((name, place) => (
                            <span key={name}>
                              {place > 0 && ", "}
                              <bdi>{name}</bdi>
                            </span>
                          ))}
                        </div>
                      )}
                    </td>
                    <td className={cell}>{entry.kind ?? "any"}</td>
                    <td className={cell}>
                      <bdi>{entry.unit ?? "–"}</bdi>
                    </td>
                    <td className={cx(cell, "text-end tabular-nums")}>{entry.links}</td>
                    <td className={cx(cell, "text-end tabular-nums")}>{entry.prices}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {!archived && entries && (
          <div className="max-w-[640px] px-6 py-4 max-mid:px-4">
            <DraftForm subject={{ kind: "new-entry" }} label="New entry" submit="Add entry" onSave={add} />
          </div>
        )}
      </CatalogueFrame>
      <UndoToast actions={actions} />
    </>
  );
}

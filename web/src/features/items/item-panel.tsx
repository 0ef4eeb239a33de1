import type { Item } from "@dialectic/contract";
import { useId, useState } from "react";
import { client } from "../../api/client.ts";
import { DraftForm } from "../../parts/drafts/draft-form.tsx";
import { Button } from "../../ui/button.tsx";
import type { ItemActions } from "./use-item-actions.ts";

type ItemPanelProps = {
  item: Item;
  others: readonly Item[];
  actions: ItemActions;
  onWhy: (key: string) => void;
};

/** An item: its open questions, its decisions and its name. */
export function ItemPanel({ item, others, actions, onWhy }: ItemPanelProps) {
  const decisions = item.fields.filter(({ key }) => key.startsWith("item.decisions."));
  const params = { itemId: item.id };
  return (
    <>
      <div className="flex min-h-[49px] items-center border-b border-line px-5 py-2">
        <h2 className="min-w-0 font-title wrap-anywhere">
          <bdi>{item.name}</bdi>
        </h2>
      </div>
      <section
        aria-label="Item"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 space-y-6 overflow-auto px-5 pt-4 pb-6 -outline-offset-2"
      >
        {item.questions.length > 0 && (
          <section>
            <h3 className="mb-1 text-xs font-semi text-ink-2">Still open</h3>
            <ul className="text-sm">
              {item.questions.map(({ key, question }) => (
                <li key={key} className="flex items-baseline gap-2 py-1">
                  <span className="min-w-0 flex-1 wrap-anywhere">{question}</span>
                  <Button small aria-label={`Set: ${question}`} onClick={() => onWhy(key)}>
                    Set
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {decisions.length > 0 && (
          <section>
            <h3 className="mb-1 text-xs font-semi text-ink-2">Decided</h3>
            <ul className="text-sm">
              {decisions.flatMap(({ key, facts }) =>
                facts.map(({ factId, text, number }) => (
                  <li key={factId} className="flex items-baseline gap-2 py-1">
                    <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
                      {text}
                    </span>
                    <button type="button" className="link text-xs text-ink-2" onClick={() => onWhy(key)}>
                      F{number}
                    </button>
                  </li>
                )),
              )}
            </ul>
          </section>
        )}
        <DraftForm
          key={item.id}
          subject={{ kind: "item-name", itemId: item.id }}
          label="Name"
          saved={item.name}
          submit="Rename"
          onSave={(name) => actions.run(`Renamed to ${name}`, () => client.renameItem({ params, body: { name } }))}
        />
        <div className="flex flex-wrap items-end gap-3">
          <Merge key={item.id} item={item} others={others} actions={actions} />
          <Button
            small
            variant="quiet"
            onClick={() => void actions.run(`Archived ${item.name}`, () => client.archiveItem({ params, body: {} }))}
          >
            Archive
          </Button>
        </div>
      </section>
    </>
  );
}

/** Merges the item into another one, to which its facts, values and lines move. This can be undone. */
function Merge({ item, others, actions }: Omit<ItemPanelProps, "onWhy">) {
  const id = useId();
  const [into, setInto] = useState("");
  const target = others.find((one) => one.id === into);
  if (others.length === 0) return null;
  const merge = () =>
    target &&
    actions.run(`Merged ${item.name} into ${target.name}`, () =>
      client.mergeItem({ params: { itemId: item.id }, body: { into: target.id } }),
    );
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-semi text-ink-2">
        Merge into
      </label>
      <div className="flex gap-2">
        <select
          id={id}
          value={into}
          onChange={(event) => setInto(event.target.value)}
          className="h-[26px] max-w-[220px] rounded-2 border border-control bg-panel px-2 text-xs max-mid:h-9"
        >
          <option value="">Choose an item</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        {target && (
          <Button small onClick={() => void merge()}>
            Merge
          </Button>
        )}
      </div>
    </div>
  );
}

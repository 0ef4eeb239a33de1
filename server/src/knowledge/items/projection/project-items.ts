import { formatFactValue, type ItemId, type ProjectId, type UserId } from "@dialectic/contract";
import { factsOfTouched, lockedLedger, type OnFactsChanged } from "#ledger";
import type { Tx } from "#platform";
import { readState, splitId } from "../record/states.store.ts";
import * as store from "./projection.store.ts";

/**
 * Updates the projections in the transaction that changes the ledger. Reads only the item keys that the change touched
 * and, for list keys, only the facts that have new events. Registered in `app/`.
 */
export const projectItems: OnFactsChanged = async (db, change) => {
  const touched = change.touched.flatMap(({ itemId, ...one }) => (itemId === null ? [] : [{ ...one, itemId }]));
  if (touched.length === 0) return;
  const facts = await factsOfTouched(db, { ...change, touched });
  const removed = touched.flatMap(({ key, itemId, factIds }): store.RemovedValue[] => {
    if (!factIds || !change.registry.get(key)?.isList) return [{ itemId, key, number: null }];
    const moved = facts.filter((fact) => fact.key === key && fact.itemId === itemId);
    return moved.map(({ number }) => ({ itemId, key, number }));
  });
  const values = facts.flatMap(({ id, key, itemId, number, value, status }): store.ValueRow[] =>
    status === "accepted" && itemId !== null
      ? [{ itemId: itemId as ItemId, key, number, value, text: formatFactValue(value), factId: id }]
      : [],
  );
  const revisions = Map.groupBy(touched, ({ itemId }) => itemId);
  const newest = (own: readonly { seq: bigint }[]) =>
    own
      .map(({ seq }) => seq)
      .toSorted((a, b) => Number(a - b))
      .at(-1) ?? 0n;
  await store.raiseProjections(db, {
    ...change,
    items: [...revisions].map(([itemId, own]) => ({ itemId, revision: newest(own), edits: 0n })),
  });
  await store.writeValues(db, { ...change, removed, values });
};

/** Updates the projected values that were set by hand. `overridden`: the ids of the overrides that were set or cleared. */
export async function projectOverrides(
  db: Tx,
  input: { projectId: ProjectId; ownerId: UserId; seq: bigint; overridden: readonly string[] },
): Promise<void> {
  const { overridden, seq, ...owned } = input;
  if (overridden.length === 0) return;
  const values: store.ValueRow[] = [];
  for (const id of overridden) {
    const { itemId, own: key } = splitId(id);
    const state = await readState(db, "override", id);
    if (state) values.push({ itemId, key, number: 0, value: state.value, text: state.text, factId: null });
  }
  const places = overridden.map(splitId);
  const items = [...new Set(places.map(({ itemId }) => itemId))];
  await store.raiseProjections(db, { ...owned, items: items.map((itemId) => ({ itemId, revision: 0n, edits: seq })) });
  const removed = places.map(({ itemId, own: key }) => ({ itemId, key, number: 0 }));
  await store.writeValues(db, { ...owned, removed, values });
}

/**
 * Deletes the projections of a project and computes them again. Needed after an import, which adds facts and overrides
 * without projections.
 */
export async function rebuildProjections(db: Tx, projectId: ProjectId): Promise<void> {
  const { registry, ownerId } = await lockedLedger(db, projectId);
  await store.deleteProjections(db, projectId);
  const items = await store.itemsWithEdits(db, projectId);
  await store.raiseProjections(db, { projectId, ownerId, items: items.map((one) => ({ ...one, revision: 0n })) });
  await projectItems(db, { projectId, ownerId, registry, touched: await store.touchedKeys(db, projectId) });
  const overrides = await store.overridesOfProject(db, projectId);
  const values = overrides.map(({ itemId, key, value, text }) => ({
    itemId,
    key,
    number: 0,
    value,
    text,
    factId: null,
  }));
  await store.writeValues(db, { projectId, ownerId, removed: [], values });
}

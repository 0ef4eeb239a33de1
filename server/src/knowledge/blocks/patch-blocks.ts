import { blockOf, type FactsChange, factsOfTouched, type OnFactsChanged } from "#ledger";
import type { Tx } from "#platform";
import * as store from "./blocks.store.ts";
import { diffEntries, entriesFor } from "./entries.ts";

/**
 * Brings the blocks up to date with a change to the ledger, in the same transaction. Reads only the facts and lines of the
 * keys that the change touched. Registered in `app/`.
 */
export const patchBlocks: OnFactsChanged = async (db, change) => {
  const facts = await factsOfTouched(db, change);
  for (const [subject, touched] of Map.groupBy(change.touched, ({ itemId }) => itemId ?? "project")) {
    for (const [block, own] of Map.groupBy(touched, ({ key }) => blockOf(key))) {
      const keys = own.map(({ key }) => key);
      const place = { projectId: change.projectId, subject, block };
      const revision =
        own
          .map(({ seq }) => seq)
          .toSorted((a, b) => Number(a - b))
          .at(-1) ?? 0n;
      const inPlace = facts.filter(({ key, itemId }) => keys.includes(key) && (itemId ?? "project") === subject);
      const isMoved = (key: string) =>
        own.some((one) => one.key === key && one.factIds && change.registry.get(key)?.isList);
      const before = await store.entriesOfKeys(db, {
        ...place,
        keys: keys.filter((key) => !isMoved(key)),
        numbers: inPlace.filter(({ key }) => isMoved(key)).map(({ number }) => number),
      });
      const after = keys.flatMap((key) =>
        entriesFor(
          change.registry.get(key),
          inPlace.filter((fact) => fact.key === key),
        ),
      );
      await write(db, { ...place, ownerId: change.ownerId, keys, revision, patch: diffEntries(before, after) });
    }
  }
  for (const { block, itemId, seq } of change.records ?? []) {
    const { projectId, ownerId } = change;
    await store.raiseRevision(db, { projectId, ownerId, subject: itemId ?? "project", block, revision: seq });
  }
};

async function write(
  db: Tx,
  {
    patch,
    keys,
    revision,
    ...place
  }: store.BlockPlace & {
    ownerId: FactsChange["ownerId"];
    keys: readonly string[];
    revision: bigint;
    patch: ReturnType<typeof diffEntries>;
  },
): Promise<void> {
  await store.raiseRevision(db, { ...place, revision });
  const numbers = patch.flatMap((one) => (one.op === "remove" ? [one.number] : []));
  await store.removeEntries(db, { ...place, keys, numbers });
  await store.setEntries(db, { ...place, entries: patch.flatMap((one) => (one.op === "set" ? [one.entry] : [])) });
}

import { patchBlocks } from "#blocks";
import { projectItems } from "#items";
import type { OnFactsChanged } from "#ledger";

/** Everything that is derived from facts, brought up to date in the transaction that changes them. */
export const onFactsChanged: OnFactsChanged = async (db, change) => {
  await patchBlocks(db, change);
  await projectItems(db, change);
};

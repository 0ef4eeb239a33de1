import { patchBlocks } from "#blocks";
import { projectItems } from "#items";
import type { OnFactsChanged } from "#ledger";

/**
 * The subscriptions to fact changes: blocks and items are brought up to date in the transaction that changes the facts, so
 * no change can be lost. To add one, write it in its module and call it here.
 */
export const onFactsChanged: OnFactsChanged = async (db, change) => {
  await patchBlocks(db, change);
  await projectItems(db, change);
};

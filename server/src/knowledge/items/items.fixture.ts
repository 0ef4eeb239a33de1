import type { Item, ItemId, TurnResult } from "@dialectic/contract";
import type { Database } from "#platform";
import { patchBlocks } from "../blocks/index.ts";
import { postOperations } from "../ledger/index.ts";
import { type LedgerSetup, setUpLedger } from "../ledger/ledger.fixture.ts";
import { findTurnItems } from "./mentions/read-mentions.ts";
import { projectItems } from "./projection/project-items.ts";
import { readItem } from "./projection/read-items.ts";
import { createItem } from "./record/manage-items.ts";

export const width = "item.dimensions.width";
export const material = "item.materials.material";
export const quantity = "item.summary.quantity";

export type ItemScene = LedgerSetup & {
  add(name: string): Promise<ItemId>;
  item(id: ItemId): Promise<Item>;
  /** A person says something about an item in chat, and an extractor returns these operations for it. */
  sayOf(itemId: ItemId, chat: string, ...operations: Record<string, unknown>[]): Promise<TurnResult>;
  /** The source and the text of a field, such as "facts: 6 m". */
  shown(itemId: ItemId, key: string): Promise<string>;
};

/** Creates a project with a ledger, blocks and projections, and helpers that create items and state facts about them. */
export async function itemScene(database: Database): Promise<ItemScene> {
  const ledger = await setUpLedger(database, {
    onFactsChanged: async (db, change) => {
      await patchBlocks(db, change);
      await projectItems(db, change);
    },
    findItems: findTurnItems,
  });
  const item = (id: ItemId) => ledger.ctx.db.tx((db) => readItem(db, id));
  return {
    ...ledger,
    item,
    add: async (name) => (await createItem(ledger.ctx, { projectId: ledger.projectId, name })).item.id,
    async sayOf(itemId, chat, ...operations) {
      const { bundleId } = await ledger.bundle({ chat, itemIds: [itemId] });
      return postOperations(ledger.ctx, {
        bundleId,
        operations: operations.map((one) => ({ op: "ADD", confidence: 0.95, itemId, ...one })),
      });
    },
    async shown(itemId, key) {
      const field = (await item(itemId)).fields.find((one) => one.key === key);
      return field ? `${field.source}: ${field.text}` : "nothing";
    },
  };
}

import type { Fact, FieldWhy, ItemId } from "@dialectic/contract";
import { z } from "zod";
import { factsOfItemKey, readRegistry, whyFact } from "#ledger";
import { AppError, type UserDb } from "#platform";
import { recentItemEvents } from "../record/items.store.ts";
import { StateChange } from "../record/open-items.ts";
import { toItemEvent } from "../record/undo-items.ts";
import { emptyField, readItem } from "./read-items.ts";

const mostEdits = 1000;

/**
 * Explains the value of an item's field: quotes in context, superseded values, open conflicts, and values set by hand.
 */
export async function whyField(
  ctx: { db: UserDb },
  { itemId, key }: { itemId: ItemId; key: string },
): Promise<FieldWhy> {
  const found = await ctx.db.tx(async (db) => {
    const item = await readItem(db, itemId);
    const { registry } = await readRegistry(db, item.projectId);
    const registered = registry.get(key);
    const field = item.fields.find((one) => one.key === key) ?? (registered ? emptyField(registered) : undefined);
    if (!field) throw new AppError("not_found", `"${item.name}" has no field ${key}.`);
    const pending = await factsOfItemKey(db, {
      projectId: item.projectId,
      itemId,
      key,
      statuses: ["conflict", "proposed"],
    });
    const events = await recentItemEvents(db, { projectId: item.projectId, itemId, before: null, limit: mostEdits });
    return { item, field, pending, events };
  });
  const facts: FieldWhy["facts"] = [];
  for (const { factId } of found.field.facts) facts.push(await whyFact(ctx, { factId }));
  const id = `${itemId} ${key}`;
  const isAbout = (changes: unknown) =>
    z
      .array(StateChange)
      .parse(changes)
      .some((one) => one.kind === "override" && one.id === id);
  const withStatus = (status: Fact["status"]) => found.pending.filter((fact) => fact.status === status);
  return {
    item: { id: found.item.id, name: found.item.name },
    field: found.field,
    facts,
    conflicts: withStatus("conflict"),
    proposed: withStatus("proposed"),
    edits: found.events.filter(({ changes }) => isAbout(changes)).map(toItemEvent),
  };
}

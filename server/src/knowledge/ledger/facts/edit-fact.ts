import type { FactAction, FactId, FactStatus } from "@dialectic/contract";
import { AppError } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { assertStatus, requireFact, rivalsOf, toAction } from "./decide-fact.ts";
import { openChange } from "./open-change.ts";
import { manualFact, readByHand } from "./set-by-hand.ts";

/**
 * Gives a fact another value by hand. The old fact keeps its text and is superseded; the value becomes a new fact, with
 * an author and a reason instead of a quote.
 */
export async function editFact(
  ctx: LedgerCtx,
  input: { factId: FactId; value: unknown; reason?: string | undefined; ifStatus?: FactStatus | undefined },
): Promise<FactAction> {
  return ctx.db.tx(async (db) => {
    const { project_id: projectId } = await requireFact(db, input.factId);
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const fact = await requireFact(db, input.factId);
    assertStatus(fact, input.ifStatus);
    const key = change.registry.get(fact.key);
    if (!key) throw new AppError("conflict", `The key ${fact.key} is no longer in the project's registry.`);
    const { value, canonical } = readByHand(key, input.value, ctx.clock.now());
    const [accepted] = fact.status === "accepted" || fact.is_list ? [] : await rivalsOf(db, fact, ["accepted"]);
    if (fact.status === "accepted" && fact.canonical === canonical) return { action: null, facts: [] };
    const why = { act: "edit", by: "user", reason: input.reason ?? "" } as const;
    for (const ended of [fact, accepted]) {
      if (ended && ended.status !== "rejected" && ended.status !== "superseded") change.move(ended, "superseded", why);
    }
    change.record(manualFact(key, { itemId: fact.item_id, value, canonical }), { ...why, supersedes: fact.id });
    return toAction(await change.finish());
  });
}

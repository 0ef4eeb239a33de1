import type { ConversationId } from "@dialectic/contract";
import { indexTurns, type MemoryCtx, type Turn } from "#memory";
import type { Database } from "#platform";
import * as store from "./indexing.store.ts";

const batch = 100;

/**
 * Indexes the completed exchanges that memory does not contain yet. Each exchange's row records whether it is indexed,
 * so after a crash the next call indexes the rest.
 */
export async function indexExchanges(
  ctx: MemoryCtx,
  scope: { except?: ConversationId | undefined } = {},
): Promise<number> {
  for (let read = 0; ; ) {
    const due = await ctx.db.tx((db) => store.selectDue(db, { ...scope, limit: batch }), { single: true });
    for (const [conversationId, exchanges] of Map.groupBy(due, (exchange) => exchange.conversationId)) {
      const { projectId, isImported = false } = exchanges[0] ?? {};
      const turns = exchanges.flatMap(toTurns);
      await indexTurns(ctx, { conversationId, turns, isImported, ...(projectId ? { projectId } : {}) });
      const ids = exchanges.map(({ id }) => id);
      await ctx.db.tx((db) => store.markIndexed(db, ids), { single: true });
    }
    read += due.length;
    if (due.length < batch) return read;
  }
}

const toTurns = ({ id, userText, answer, summary, at }: store.DueExchange): Turn[] => [
  { id: `${id}:user`, text: userText, speaker: "user", at },
  { id: `${id}:assistant`, text: answer, speaker: "assistant", at },
  ...(summary ? [{ id: `${id}:summary`, text: summary, at }] : []),
];

/** Indexes the exchanges of all users that memory does not contain yet. Called when a server starts. */
export async function indexAllExchanges(database: Database, { embedder }: Pick<MemoryCtx, "embedder">): Promise<void> {
  const owners = await database.asSystem(store.ownersWithDue, { single: true });
  for (const owner of owners) await indexExchanges({ db: database.as(owner), embedder });
}

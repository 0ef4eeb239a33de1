import { type ConversationHit, type ConversationId, ExchangeId, type ProjectId } from "@dialectic/contract";
import { type Hit, type MemoryCtx, searchMemory } from "#memory";
import { indexExchanges } from "./index-exchanges.ts";
import { selectFound } from "./indexing.store.ts";

type Search = {
  question: string;
  projectId?: ProjectId | undefined;
  conversationId?: ConversationId | undefined;
  limit: number;
  /**
   * A conversation whose newest exchanges the caller already has, so that the search need not wait until they are
   * indexed.
   */
  known?: ConversationId;
};

/** A passage of an exchange, with the exchange's request and summary. */
export type FoundTurn = ConversationHit & { userText: string; summary: string | null; later: number; at: Date };

/** Searches completed exchanges by words and by meaning; the best passages come first. */
export async function searchExchanges(
  ctx: MemoryCtx,
  { question, projectId, conversationId, limit, known }: Search,
): Promise<FoundTurn[]> {
  const scope = { projectId, conversationId, kinds: ["turn"] as const };
  const search = () => searchMemory(ctx, { questions: [question], scope, limit });
  // Searches and indexes in parallel, because usually everything is indexed already. If exchanges were indexed meanwhile,
  // searches again.
  const [indexed, early] = await Promise.all([indexExchanges(ctx, { except: known }), search()]);
  const hits = indexed === 0 ? early : await search();
  const turns = hits.flatMap(readRef);
  if (turns.length === 0) return [];
  const found = await ctx.db.tx(
    (db) =>
      selectFound(
        db,
        turns.map(({ exchangeId }) => exchangeId),
      ),
    { single: true },
  );
  const byId = new Map(found.map((exchange) => [exchange.id, exchange]));
  return turns.flatMap(({ exchangeId, role, hit }) => {
    const exchange = byId.get(exchangeId);
    if (!exchange) return [];
    const { id: _, ...about } = exchange;
    return [{ ...about, exchangeId, role, text: hit.text, score: hit.score }];
  });
}

/** Turns are indexed as `<exchange>:<role>`; turns that other programs stored in memory have other names. */
function readRef(hit: Hit): { exchangeId: ExchangeId; role: FoundTurn["role"]; hit: Hit }[] {
  const [id, role] = (hit.ref ?? "").split(":");
  const exchangeId = ExchangeId.safeParse(id);
  if (!exchangeId.success || (role !== "user" && role !== "assistant" && role !== "summary")) return [];
  return [{ exchangeId: exchangeId.data, role, hit }];
}

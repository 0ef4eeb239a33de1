import { type ConversationHit, type ConversationId, ExchangeId, type ProjectId } from "@dialectic/contract";
import { type Hit, type MemoryCtx, searchMemory } from "#memory";
import { indexExchanges } from "./index-exchanges.ts";
import { selectFound } from "./indexing.store.ts";

type Search = {
  question: string;
  projectId?: ProjectId | undefined;
  conversationId?: ConversationId | undefined;
  limit: number;
  /** A conversation whose newest exchanges the caller knows: the search does not wait until they are indexed. */
  known?: ConversationId;
};

/** A passage of an exchange, with what the exchange was about. */
export type FoundTurn = ConversationHit & { userText: string; summary: string | null; later: number; at: Date };

/** Finds what was said in completed exchanges, by words and by meaning, best first. */
export async function searchExchanges(
  ctx: MemoryCtx,
  { question, projectId, conversationId, limit, known }: Search,
): Promise<FoundTurn[]> {
  const scope = { projectId, conversationId, kinds: ["turn"] as const };
  const search = () => searchMemory(ctx, { questions: [question], scope, limit });
  // Mostly everything is indexed already: then the search need not wait for that to be known.
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

/** Turns are indexed as `<exchange>:<role>`; those of other programs that filled memory have other names. */
function readRef(hit: Hit): { exchangeId: ExchangeId; role: FoundTurn["role"]; hit: Hit }[] {
  const [id, role] = (hit.ref ?? "").split(":");
  const exchangeId = ExchangeId.safeParse(id);
  if (!exchangeId.success || (role !== "user" && role !== "assistant" && role !== "summary")) return [];
  return [{ exchangeId: exchangeId.data, role, hit }];
}

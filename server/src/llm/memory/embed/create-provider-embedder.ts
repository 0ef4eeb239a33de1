import { type CallTools, payForEmbedding } from "#calls";
import { settingsFor } from "#models";
import { AppError, type Log, type UserDb, uuidv7 } from "#platform";
import type { LocalEmbedder, ProviderEmbedder } from "./embedder.ts";

/** Whoever searches waits: after this long, words alone must do. */
const patienceMs = 10_000;
/** Questions asked again within a conversation or by a list that is refreshed are not paid for again. */
const remembered = 200;

/** A model of a provider for everybody's memory. Keys, prices and money are each user's own. */
export function createProviderEmbedder(input: {
  model: string;
  tools: CallTools;
  log: Log;
  before: LocalEmbedder;
}): ProviderEmbedder {
  const { model, tools, log, before } = input;
  const cache = new Map<string, number[]>();
  const toolsFor = async (db: UserDb): Promise<CallTools> => ({
    ...tools,
    models: await settingsFor(db, tools.models),
  });

  async function ask(db: UserDb, texts: readonly string[]): Promise<number[][]> {
    const paying = { db, tx: db.tx, signal: AbortSignal.timeout(patienceMs), log };
    const call = { model, texts, purpose: "question" as const, key: `question:${uuidv7()}`, job: null, scope: {} };
    const paid = await payForEmbedding(paying, await toolsFor(db), call);
    if (!paid.ok) throw new AppError("insufficient_funds", `no leave to ask ${model}: ${paid.why.reason}`);
    await db.tx(async () => undefined, { closing: paid.booking });
    return paid.vectors;
  }

  return {
    model,
    before,
    async embedPassages(ctx, { texts, key, job, scope }) {
      return payForEmbedding(ctx, await toolsFor(ctx.db), { model, texts, purpose: "passage", key, job, scope });
    },

    async embedQuestions(db, questions) {
      const keyOf = (question: string) => `${db.userId}\n${question}`;
      const missing = [...new Set(questions.filter((question) => !cache.has(keyOf(question))))];
      try {
        const vectors = missing.length > 0 ? await ask(db, missing) : [];
        for (const [index, question] of missing.entries()) cache.set(keyOf(question), vectors[index] ?? []);
      } catch (error) {
        log.warn(`Searching by words alone: the question could not be embedded by ${model}.`, { error });
        return null;
      }
      const found = questions.map((question) => cache.get(keyOf(question)) ?? []);
      for (const oldest of cache.keys()) {
        if (cache.size <= remembered) break;
        cache.delete(oldest);
      }
      return found;
    },

    close: () => before.close(),
  };
}

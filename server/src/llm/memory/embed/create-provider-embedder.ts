import { type CallTools, embedTexts, saveWithCharge } from "#calls";
import { resolveEmbeddingModel } from "#models";
import { AppError, type Log, type UserDb, uuidv7 } from "#platform";
import type { LocalEmbedder, ProviderEmbedder } from "./embedder.ts";

/** A search waits this long for the embedding of its question, then uses words alone. */
const patienceMs = 10_000;
/** The number of questions whose embeddings are cached. A cached question that is asked again is not paid for again. */
const remembered = 200;

/** A provider's model for the memory of all users. Each user has their own keys, prices and wallet. */
export function createProviderEmbedder(input: {
  model: string;
  tools: CallTools;
  log: Log;
  before: LocalEmbedder;
}): ProviderEmbedder {
  const { model, tools, log, before } = input;
  const cache = new Map<string, number[]>();
  const resolve = (db: UserDb) => resolveEmbeddingModel({ db, models: tools.models }, model);

  async function ask(db: UserDb, texts: readonly string[]): Promise<number[][]> {
    const ctx = { ...tools, db, tx: db.tx, signal: AbortSignal.timeout(patienceMs), log };
    const call = { texts, purpose: "question" as const, key: `question:${uuidv7()}`, job: null, scope: {} };
    const outcome = await embedTexts(ctx, { ...call, model: await resolve(db) });
    if (!outcome.ok) {
      throw new AppError("insufficient_funds", `The call to ${model} was not authorized: ${outcome.why.reason}.`);
    }
    await saveWithCharge(db, outcome.charge, async () => undefined);
    return outcome.vectors;
  }

  return {
    model,
    before,
    async embedPassages(ctx, { texts, key, job, scope }) {
      const call = { texts, purpose: "passage" as const, key, job, scope };
      return embedTexts({ ...tools, ...ctx }, { ...call, model: await resolve(ctx.db) });
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

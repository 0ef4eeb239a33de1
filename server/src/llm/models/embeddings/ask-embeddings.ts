import { embedMany } from "ai";
import { AppError, assertNoTransaction, toAppError } from "#platform";
import { createRateListener } from "../answer/rate-listener.ts";
import { estimateTokens, type Usage } from "../answer/usage.ts";
import { mayBeBilled } from "../errors/may-be-billed.ts";
import { type Asked, toCallError } from "../errors/to-call-error.ts";
import type { CallInput } from "../request/call-input.ts";
import { createEmbeddingModel } from "./create-embedding-model.ts";
import { cutToWindow } from "./cut-to-window.ts";
import { readVectors } from "./read-vectors.ts";
import type { ReadyEmbedding } from "./ready-embedding.ts";

export type EmbeddingInput = Pick<CallInput, "signal" | "onRate"> & {
  model: ReadyEmbedding;
  /** At most a hundred: more are no longer one request with every provider. */
  texts: readonly string[];
  /** Some models make other vectors of what is asked than of what is kept. */
  purpose: "passage" | "question";
};

export type EmbeddingOutcome =
  | { ok: true; vectors: number[][]; usage: Usage }
  /** `usage`: what the provider may bill; null when that is nothing. */
  | { ok: false; error: AppError; thrown: unknown; usage: Usage | null };

/** One request to one model that makes vectors: one of length 1 for each text. Never repeated here. */
export async function askEmbeddings(input: EmbeddingInput): Promise<EmbeddingOutcome> {
  assertNoTransaction("Embedding");
  if (input.signal?.aborted) {
    const { reason } = input.signal;
    return { ok: false, error: toAppError(reason), thrown: reason, usage: null };
  }
  const { terms, connection } = input.model;
  const { id: model, contextWindow, dimensions } = terms;
  const rates = createRateListener(input.onRate);
  const texts = input.texts.map((text) => cutToWindow(text, contextWindow));
  const patience = AbortSignal.timeout(connection.chunkMs);
  const asked: Asked = { ...connection, model, now: Date.now() };
  const failed = (thrown: unknown, usage: Usage | null, error = toAppError(thrown)): EmbeddingOutcome =>
    rates.fault
      ? { ok: false, error: toAppError(rates.fault.reason), thrown: rates.fault.reason, usage }
      : { ok: false, error, thrown, usage };
  try {
    const answer = await embedMany({
      model: createEmbeddingModel(input.model, rates.tell),
      values: texts,
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: input.signal ? AbortSignal.any([input.signal, patience]) : patience,
      providerOptions: {
        google: { taskType: input.purpose === "question" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT" },
      },
    });
    const usage = usageOf(texts, answer.usage.tokens);
    const vectors = readVectors(answer.embeddings, { model, dimensions, count: texts.length });
    if (vectors instanceof AppError) return failed(vectors, usage);
    return rates.fault ? failed(rates.fault.reason, usage) : { ok: true, vectors, usage };
  } catch (thrown) {
    // Whoever stopped waiting does not know whether it was read: it may be billed.
    if (input.signal?.aborted) return failed(input.signal.reason, usageOf(texts));
    if (patience.aborted) return failed(tooSlow(model), usageOf(texts));
    const error = toCallError(thrown, asked);
    return failed(error, mayBeBilled(thrown) ? usageOf(texts) : null);
  }
}

const tooSlow = (model: string): AppError =>
  new AppError("provider_unavailable", `${model} did not answer in time. The call can be tried again.`);

/** What it said it had read; where it said nothing (Google never does), what we count. */
function usageOf(texts: readonly string[], said?: number): Usage {
  const isSaid = said !== undefined && Number.isSafeInteger(said) && said > 0 && said < 100_000_000;
  const inputTokens = isSaid ? said : texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const none = { cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return { inputTokens, ...none, estimated: !isSaid };
}

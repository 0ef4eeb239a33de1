import { embedMany } from "ai";
import { AppError, assertNoTransaction, toAppError } from "#platform";
import { createRateReporter } from "../answer/rate-reporter.ts";
import { estimateTokens, type Usage } from "../answer/usage.ts";
import { mayBeBilled } from "../errors/may-be-billed.ts";
import { type CallContext, toProviderError } from "../errors/provider-error.ts";
import type { CallInput } from "../request/call-input.ts";
import { createEmbeddingModel } from "./create-embedding-model.ts";
import type { ReadyEmbedding } from "./ready-embedding.ts";

export type EmbeddingInput = Pick<CallInput, "signal" | "onRate"> & {
  model: ReadyEmbedding;
  /** At most a hundred, so that every provider takes them in one request. */
  texts: readonly string[];
  /** Some models embed questions and passages differently. */
  purpose: "passage" | "question";
};

export type EmbeddingOutcome =
  | { ok: true; vectors: number[][]; usage: Usage }
  /** `usage` is the usage that the provider may bill; null if it bills nothing. */
  | { ok: false; error: AppError; thrown: unknown; usage: Usage | null };

/** Sends one request to an embedding model and returns one vector of length 1 per text. Never retries. */
export async function askEmbeddings(input: EmbeddingInput): Promise<EmbeddingOutcome> {
  assertNoTransaction("Embedding");
  if (input.signal?.aborted) {
    const { reason } = input.signal;
    return { ok: false, error: toAppError(reason), thrown: reason, usage: null };
  }
  const { terms, connection } = input.model;
  const { id: model, contextWindow, dimensions } = terms;
  const rates = createRateReporter(input.onRate);
  const texts = input.texts.map((text) => cutToWindow(text, contextWindow));
  const timeout = AbortSignal.timeout(connection.chunkMs);
  const call: CallContext = { ...connection, model, now: Date.now() };
  const failed = (thrown: unknown, usage: Usage | null, error = toAppError(thrown)): EmbeddingOutcome =>
    rates.failure
      ? { ok: false, error: toAppError(rates.failure.reason), thrown: rates.failure.reason, usage }
      : { ok: false, error, thrown, usage };
  try {
    const answer = await embedMany({
      model: createEmbeddingModel(input.model, rates.report),
      values: texts,
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      providerOptions: {
        google: { taskType: input.purpose === "question" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT" },
      },
    });
    const usage = usageOf(texts, answer.usage.tokens);
    const vectors = readVectors(answer.embeddings, { model, dimensions, count: texts.length });
    if (vectors instanceof AppError) return failed(vectors, usage);
    return rates.failure ? failed(rates.failure.reason, usage) : { ok: true, vectors, usage };
  } catch (thrown) {
    // After an abort the provider may still bill the request: whether it processed the request is unknown.
    if (input.signal?.aborted) return failed(input.signal.reason, usageOf(texts));
    if (timeout.aborted) return failed(tooSlow(model), usageOf(texts));
    const error = toProviderError(thrown, call);
    return failed(error, mayBeBilled(thrown) ? usageOf(texts) : null);
  }
}

const tooSlow = (model: string): AppError =>
  new AppError("provider_unavailable", `${model} did not answer in time. The call can be tried again.`);

/** The reported usage, or an estimate if the provider reports none (Google never does). */
function usageOf(texts: readonly string[], reported?: number): Usage {
  const isReported = reported !== undefined && Number.isSafeInteger(reported) && reported > 0 && reported < 100_000_000;
  const inputTokens = isReported ? reported : texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const none = { cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return { inputTokens, ...none, estimated: !isReported };
}

/** Cuts a text to a window of tokens, counted by an estimate that is usually too high. Never splits a character. */
export function cutToWindow(text: string, tokens: number): string {
  let cut = text.trim() === "" ? "." : text;
  // A first cut, so that less text is counted below. On average a token has at most eight characters.
  cut = cut.slice(0, tokens * 8).toWellFormed();
  for (let counted = estimateTokens(cut); counted > tokens && cut.length > 1; counted = estimateTokens(cut)) {
    const length = Math.min(cut.length - 1, Math.floor((cut.length * tokens) / counted));
    cut = withoutLoneSurrogate(cut.slice(0, Math.max(1, length)));
  }
  return cut;
}

const withoutLoneSurrogate = (text: string): string =>
  /[\uD800-\uDBFF]$/.test(text) && text.length > 1 ? text.slice(0, -1) : text;

type ExpectedVectors = { model: string; count: number; dimensions: number | null };

/**
 * Normalizes the vectors to length 1. If they are unusable, returns the reason, because a wrong vector would spoil
 * every search.
 */
function readVectors(vectors: readonly (readonly number[])[], expected: ExpectedVectors): number[][] | AppError {
  const { model, count } = expected;
  if (vectors.length !== count) return unusable(`${model} returned ${vectors.length} vectors for ${count} texts.`);
  const dimensions = expected.dimensions ?? vectors[0]?.length ?? 0;
  const read: number[][] = [];
  for (const vector of vectors) {
    if (vector.length !== dimensions || dimensions === 0) {
      const what = `${model} returned vectors of ${vector.length} numbers, not of ${dimensions}.`;
      return unusable(`${what} Correct "dimensions" in models.json if this is its real size.`);
    }
    const length = Math.hypot(...vector);
    if (!Number.isFinite(length) || length === 0)
      return unusable(`${model} returned a vector of length zero, or one that is not finite.`);
    read.push(vector.map((number) => number / length));
  }
  return read;
}

const unusable = (message: string): AppError => new AppError("invalid_answer", message);

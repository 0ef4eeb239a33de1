import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError, assertNoTransaction, toAppError } from "#platform";
import { answerError } from "../answer/answer-error.ts";
import { finishReasonOf, separateRefusal } from "../answer/finish-reason.ts";
import { parseAnswer } from "../answer/parse-answer.ts";
import { createRateReporter, type RateReporter } from "../answer/rate-reporter.ts";
import { readStream, type StreamedAnswer } from "../answer/read-stream.ts";
import { toUsage, type Usage } from "../answer/usage.ts";
import { type CallContext, sanitize, toProviderError } from "../errors/provider-error.ts";
import { keyForms, keyFormsInErrors, redactKeys } from "../keys/redact-keys.ts";
import { redactModel } from "../keys/redact-model.ts";
import { createLanguageModel } from "../providers/create-language-model.ts";
import type { Connection } from "../providers/resolve-model.ts";
import type { CallById, CallInput } from "./call-input.ts";
import type { AskOutcome } from "./call-result.ts";
import { type Request, toRequest } from "./to-request.ts";

type PreparedCall<T> = {
  model: LanguageModelV4;
  input: CallById<T>;
  connection: Pick<Connection, "provider" | "keys" | "chunkMs">;
};

/**
 * Sends one request to one model and streams the answer. Returns the answer, or the error and the usage of the failed call.
 * Never retries; the caller decides whether to retry.
 */
export async function askModel<T>(input: CallInput<T>): Promise<AskOutcome<T>> {
  assertNoTransaction("A model call");
  let prepared: ReturnType<typeof prepare<T>>;
  let request: Request;
  try {
    prepared = prepare(input);
    request = await toRequest(input);
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown), thrown, partial: { text: "", usage: null, raw: null } };
  }
  const outcome = await askLanguageModel(prepared, request);
  const { failure } = prepared.rates;
  if (!failure) return outcome;
  const { text, usage, raw } = outcome.ok ? outcome.answer : outcome.partial;
  return { ok: false, error: toAppError(failure.reason), thrown: failure.reason, partial: { text, usage, raw } };
}

function prepare<T>(input: CallInput<T>): PreparedCall<T> & { rates: RateReporter } {
  input.signal?.throwIfAborted();
  const { terms, connection } = input.model;
  const cap = Math.min(input.maxOutputTokens ?? terms.maxOutputTokens, terms.maxOutputTokens);
  const rates = createRateReporter(input.onRate);
  return {
    rates,
    model: createLanguageModel(input.model, rates.report),
    input: { ...input, model: terms.id, maxOutputTokens: cap },
    connection,
  };
}

export async function askLanguageModel<T>(
  { model, input, connection }: PreparedCall<T>,
  request: Request,
): Promise<AskOutcome<T>> {
  const { provider, keys, chunkMs } = connection;
  const streamed = separateRefusal(await readStream(redactModel(model, keys), input, { request, chunkMs }));
  const call: CallContext = { provider, keys, model: input.model, now: Date.now() };
  const usage = usageOf(streamed, request);
  const raw = redactKeys(JSON.stringify(toRecord(streamed, call)), keys.flatMap(keyForms));
  const partial = { text: streamed.text, usage: streamed.mayBeBilled ? usage : null, raw };
  if (streamed.stoppedBy) {
    const { reason } = streamed.stoppedBy;
    return { ok: false, error: toAppError(reason), thrown: reason, partial };
  }
  const parsed = answerError(streamed, { ...call, mayBeEmpty: input.mayBeEmpty }) ?? parseAnswer(streamed, input, call);
  if (parsed instanceof AppError) {
    const error = withUsage(parsed, partial.usage);
    return { ok: false, error, thrown: error, partial };
  }
  const reason = finishReasonOf(streamed);
  const finishReason = reason === "error" ? "other" : reason; // never "error" here: answerError would have failed the call
  return {
    ok: true,
    answer: { text: streamed.text, finishReason, providerReason: streamed.rawReason, usage, raw, ...parsed },
  };
}

function usageOf(streamed: StreamedAnswer, { sent }: Request): Usage {
  const isCut = finishReasonOf(streamed) === "interrupted";
  const written = [streamed.text, ...streamed.toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)];
  return toUsage(streamed.usage, { sent, text: written.join(""), isCut });
}

function toRecord(streamed: StreamedAnswer, call: CallContext): Record<string, unknown> {
  const record = { model: call.model, chunks: streamed.chunks };
  if (streamed.error === undefined) return record;
  const forms = call.keys.flatMap(keyFormsInErrors);
  const redact = (_: string, value: unknown) => (typeof value === "string" ? redactKeys(value, forms) : value);
  const chunks: unknown = JSON.parse(JSON.stringify(streamed.chunks, redact));
  return { ...record, chunks, brokeOff: sanitize(toProviderError(streamed.error, call).message, call) };
}

/** A provider also bills an unusable answer. The error carries the usage for callers that see only the error. */
function withUsage(error: AppError, usage: Usage | null): AppError {
  return new AppError(error.code, error.message, {
    remedies: error.remedies,
    cause: error.cause,
    retry: error.retry,
    details: { ...(isRecord(error.details) ? error.details : {}), usage },
    mayBeBilled: usage !== null,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

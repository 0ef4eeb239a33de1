import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError, assertNoTransaction, toAppError } from "#platform";
import { answerFault } from "../answer/answer-fault.ts";
import { endingOf } from "../answer/ending-of.ts";
import { parseAnswer } from "../answer/parse-answer.ts";
import { createRateListener, type RateListener } from "../answer/rate-listener.ts";
import { listen, type StreamedAnswer } from "../answer/read-stream.ts";
import { withoutSpokenRefusal } from "../answer/spoken-refusal.ts";
import { toUsage, type Usage } from "../answer/usage.ts";
import { formsInFailure, formsOf, hideForms } from "../errors/key-hider.ts";
import { speakWithoutKey } from "../errors/speak-without-key.ts";
import { type Asked, clean, toCallError } from "../errors/to-call-error.ts";
import { createLanguageModel } from "../providers/create-language-model.ts";
import type { Asking, CallInput } from "./call-input.ts";
import type { AskOutcome } from "./call-result.ts";
import { type Request, toRequest } from "./to-request.ts";

type Line = Pick<Asked, "provider" | "keys"> & { chunkMs: number };
type Prepared<T> = { model: LanguageModelV4; input: Asking<T>; line: Line };

/**
 * One request to one model, streamed, and what became of it: the answer, or why there is none and what the failure
 * used. Never repeated here: whether to try again is the caller's decision.
 */
export async function askModel<T>(input: CallInput<T>): Promise<AskOutcome<T>> {
  assertNoTransaction("A model call");
  let prepared: ReturnType<typeof prepare<T>>;
  let request: Request;
  try {
    prepared = prepare(input);
    request = await toRequest(input);
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown), thrown, heard: { text: "", usage: null, raw: null } };
  }
  const outcome = await askOver(prepared, request);
  const { fault } = prepared.rates;
  if (!fault) return outcome;
  const { text, usage, raw } = outcome.ok ? outcome.answer : outcome.heard;
  return { ok: false, error: toAppError(fault.reason), thrown: fault.reason, heard: { text, usage, raw } };
}

function prepare<T>(input: CallInput<T>): Prepared<T> & { rates: RateListener } {
  input.signal?.throwIfAborted();
  const { terms, connection } = input.model;
  const cap = Math.min(input.maxOutputTokens ?? terms.maxOutputTokens, terms.maxOutputTokens);
  const rates = createRateListener(input.onRate);
  const { provider, keys, chunkMs } = connection;
  return {
    rates,
    model: createLanguageModel(input.model, rates.tell),
    input: { ...input, model: terms.id, maxOutputTokens: cap },
    line: { provider, keys, chunkMs },
  };
}

export async function askOver<T>({ model, input, line }: Prepared<T>, request: Request): Promise<AskOutcome<T>> {
  const heard = withoutSpokenRefusal(
    await listen(speakWithoutKey(model, line.keys), input, { request, chunkMs: line.chunkMs }),
  );
  const asked = { ...line, model: input.model, now: Date.now() };
  const usage = usageOf(heard, request);
  const raw = hideForms(JSON.stringify(toRecord(heard, asked)), line.keys.flatMap(formsOf));
  const failed = { text: heard.text, usage: heard.mayBeBilled ? usage : null, raw };
  if (heard.stopped) {
    const { reason } = heard.stopped;
    return { ok: false, error: toAppError(reason), thrown: reason, heard: failed };
  }
  const understood = answerFault(heard, asked) ?? parseAnswer(heard, input, asked);
  if (understood instanceof AppError) {
    const error = withUsage(understood, failed.usage);
    return { ok: false, error, thrown: error, heard: failed };
  }
  const ending = endingOf(heard);
  const finishReason = ending === "error" ? "other" : ending; // an error was a fault above
  return {
    ok: true,
    answer: { text: heard.text, finishReason, providerReason: heard.rawReason, usage, raw, ...understood },
  };
}

function usageOf(heard: StreamedAnswer, { sent }: Request): Usage {
  const isCut = endingOf(heard) === "interrupted";
  const written = [heard.text, ...heard.toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)];
  return toUsage(heard.usage, { sent, text: written.join(""), isCut });
}

function toRecord(heard: StreamedAnswer, asked: Asked): Record<string, unknown> {
  const record = { model: asked.model, chunks: heard.chunks };
  if (heard.broke === undefined) return record;
  const forms = asked.keys.flatMap(formsInFailure);
  const hide = (_: string, value: unknown) => (typeof value === "string" ? hideForms(value, forms) : value);
  const chunks: unknown = JSON.parse(JSON.stringify(heard.chunks, hide));
  return { ...record, chunks, brokeOff: clean(toCallError(heard.broke, asked).message, asked) };
}

/** The provider bills what it answered, whether or not we can use it: an error says so to whoever only sees the error. */
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

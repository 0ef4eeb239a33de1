import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { LearnedRate } from "#jobs";
import { AppError, assertNoTransaction, toAppError } from "#platform";
import { answerFault } from "./answer-fault.ts";
import type { CallInput } from "./call-input.ts";
import type { AskOutcome } from "./call-result.ts";
import { findModel, requireModel } from "./catalogue.ts";
import { createLanguageModel } from "./create-language-model.ts";
import { hideKeys } from "./errors/hide-keys.ts";
import { type Asked, clean, toCallError } from "./errors/to-call-error.ts";
import { finishReasonOf } from "./finish-reason.ts";
import { type Heard, listen } from "./listen.ts";
import { readChunkTimeout, shippedSettings } from "./model-settings.ts";
import { knownKeys } from "./providers.ts";
import { sentText } from "./sent-text.ts";
import { toUsage, type Usage } from "./usage.ts";

type Line = Pick<Asked, "provider" | "keys"> & { chunkMs: number };
type Prepared = { model: LanguageModelV4; input: CallInput; line: Line; rates: RateListener };

/**
 * One request to one model, streamed, and what became of it: the answer, or why there is none and what the failure
 * used. Never repeated here: whether to try again is the caller's decision.
 */
export async function askModel(input: CallInput): Promise<AskOutcome> {
  assertNoTransaction("A model call");
  let prepared: Prepared;
  try {
    prepared = prepare(input);
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown), thrown, heard: { text: "", usage: null, raw: null } };
  }
  const outcome = await askOver(prepared.line, prepared.model, prepared.input);
  const { fault } = prepared.rates;
  if (!fault) return outcome;
  const heard = outcome.ok ? outcome.answer : outcome.heard;
  const { text, usage, raw } = heard;
  return { ok: false, error: toAppError(fault.reason), thrown: fault.reason, heard: { text, usage, raw } };
}

function prepare(input: CallInput): Prepared {
  const settings = input.settings ?? shippedSettings;
  const info = requireModel(input.model, settings);
  input.signal?.throwIfAborted();
  const model = findModel(info.id, settings);
  const cap = Math.min(input.maxOutputTokens ?? info.maxOutputTokens, info.maxOutputTokens);
  const rates = createRateListener(input.onRate);
  return {
    rates,
    model: createLanguageModel(model, rates.tell),
    input: { ...input, maxOutputTokens: cap },
    line: {
      provider: model.provider,
      keys: model.provider ? knownKeys(settings) : [],
      chunkMs: readChunkTimeout(settings),
    },
  };
}

type RateListener = { tell: (learned: LearnedRate) => void; fault: { reason: unknown } | undefined };

/** The caller's listener is called from inside the request: an error of its own must not look like the provider's. */
function createRateListener(onRate: CallInput["onRate"]): RateListener {
  const listener: RateListener = {
    fault: undefined,
    tell(learned) {
      try {
        onRate?.(learned);
      } catch (thrown) {
        listener.fault ??= { reason: thrown };
      }
    },
  };
  return listener;
}

export async function askOver(line: Line, model: LanguageModelV4, input: CallInput): Promise<AskOutcome> {
  const heard = await listen(model, input, line.chunkMs);
  const asked = { ...line, model: input.model, now: Date.now() };
  const usage = usageOf(heard, input);
  const raw = hideKeys(JSON.stringify(toRecord(heard, asked)), line.keys);
  const failed = { text: heard.text, usage: heard.mayBeBilled ? usage : null, raw };
  if (heard.stopped) {
    const { reason } = heard.stopped;
    return { ok: false, error: toAppError(reason), thrown: reason, heard: failed };
  }
  const fault = answerFault(heard, asked);
  if (fault) {
    const error = withUsage(fault, failed.usage);
    return { ok: false, error, thrown: error, heard: failed };
  }
  return { ok: true, answer: { text: heard.text, finishReason: finishReasonOf(heard), usage, raw } };
}

function usageOf(heard: Heard, input: CallInput): Usage {
  const isCut = finishReasonOf(heard) === "interrupted";
  return toUsage(heard.usage, { sent: sentText(input), text: heard.text, isCut });
}

function toRecord(heard: Heard, asked: Asked): Record<string, unknown> {
  const record = { model: asked.model, chunks: heard.chunks };
  if (heard.broke === undefined) return record;
  return { ...record, brokeOff: clean(toCallError(heard.broke, asked).message, asked) };
}

/** The provider bills what it answered, whether or not we can use it: an error says so to whoever only sees the error. */
function withUsage(error: AppError, usage: Usage | null): AppError {
  return new AppError(error.code, error.message, {
    cause: error.cause,
    retry: error.retry,
    details: { ...(isRecord(error.details) ? error.details : {}), usage },
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

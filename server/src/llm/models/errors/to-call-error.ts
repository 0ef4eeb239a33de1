import { JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import type { ErrorCode } from "@dialectic/contract";
import { APICallError } from "ai";
import { AppError, scrub } from "#platform";
import type { Provider } from "../providers/providers.ts";
import { type FailureKind, failureKind } from "./failure-kind.ts";
import { isRequestError } from "./is-request-error.ts";
import { formsInFailure, hideForms } from "./key-hider.ts";
import { causesOf, readFailure } from "./read-failure.ts";
import { readOverflow } from "./read-overflow.ts";
import { retryAfterMs } from "./retry-after.ts";

export type Asked = { model: string; provider: Provider | undefined; keys: readonly string[]; now: number };

/** What went wrong during a call, as an error whose code says whether trying again can help, and what to do. */
export function toCallError(thrown: unknown, asked: Asked): AppError {
  // The door throws errors of ours; on the way the SDK may wrap them.
  const own = causesOf(thrown).find((cause) => cause instanceof AppError);
  if (own) return own;
  const failure = readFailure(thrown);
  const said = shorten(clean(failure.message, asked));
  // A fresh cause: the SDK's own error carries the whole request and answer, and with them whatever they held.
  const cause = new Error(said);
  if (isMalformed(thrown)) {
    return new AppError("invalid_answer", `${asked.model} answered with something that is no answer: ${said}`, {
      cause,
    });
  }
  if (isRequestError(thrown)) {
    const message = `This request cannot be put to ${asked.model}: ${said}`;
    return new AppError("provider_rejected", message, { cause, retry: false });
  }
  const kind = failureKind(failure);
  if (!kind) {
    const retry = APICallError.isInstance(thrown) ? thrown.isRetryable : true;
    const start = asked.provider?.name === "ollama" ? "Start Ollama, or set OLLAMA_BASE_URL to where it runs. " : "";
    const message = `${asked.model} could not be reached or broke off: ${said}. ${start}The call can be tried again.`;
    return new AppError("provider_unavailable", message, { cause, retry });
  }
  const wait = retryAfterMs(failure, asked.now);
  const { code, advice } = outcomes[kind](asked);
  return new AppError(code, `${advice} It said: ${said}`, {
    cause,
    details: {
      model: asked.model,
      status: failure.status ?? null,
      ...(kind === "overflow" ? readOverflow(failure.message) : {}),
    },
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

const outcomes: Record<FailureKind, (asked: Asked) => { code: ErrorCode; advice: string }> = {
  overflow: ({ model }) => ({
    code: "context_window",
    advice: `The prompt does not fit the window of ${model}. Shorten the inputs, or choose a model with a larger one.`,
  }),
  billing: (asked) => ({
    code: "provider_billing",
    advice: `The account of ${whose(asked)} at ${nameOf(asked)} is empty or not paid. Add credit there, then resume.`,
  }),
  refusal: ({ model }) => ({
    code: "refused_by_model",
    advice: `${model} refused to answer. Change the request, or choose another model.`,
  }),
  key: (asked) => ({
    code: "provider_denied",
    advice: `${nameOf(asked)} does not accept ${whose(asked)}. Set a key that may use ${asked.model}.`,
  }),
  model: (asked) => ({
    code: "unknown_model",
    advice: `${nameOf(asked)} does not know ${asked.model}. Check the name, and ${asked.provider?.urlFrom}.`,
  }),
  rate: ({ model }) => ({ code: "rate_limited", advice: `${model} is asked too often just now.` }),
  unavailable: ({ model }) => ({
    code: "provider_unavailable",
    advice: `${model} is not available just now. The call can be tried again.`,
  }),
  redirect: (asked) => ({
    code: "provider_rejected",
    advice: `${nameOf(asked)} sends us elsewhere, and requests are not sent on. Check ${asked.provider?.urlFrom}.`,
  }),
  rejected: ({ model }) => ({ code: "provider_rejected", advice: `${model} did not accept the request.` }),
};

const nameOf = ({ provider, model }: Asked): string => provider?.name ?? model;

function whose({ provider }: Asked): string {
  if (provider?.keySource === "stored") return "the stored key";
  return provider?.keyVariable
    ? `the key in ${provider.keyVariable}`
    : "a request without a key (see keyEnv in providers.json)";
}

const isMalformed = (thrown: unknown): boolean =>
  JSONParseError.isInstance(thrown) ||
  TypeValidationError.isInstance(thrown) ||
  (APICallError.isInstance(thrown) && thrown.statusCode === 200) ||
  // What the SDK's Anthropic adapter throws when the first frame is no JSON; it has no type of its own.
  (thrown instanceof Error && thrown.message.includes("normalized Anthropic stream error"));

/** What a provider said, fit to be shown: without keys, and without what would tell a terminal to do something. */
export const clean = (text: string, { keys }: Pick<Asked, "keys">): string =>
  String(scrub(hideForms(text, keys.flatMap(formsInFailure)))).replace(/(?![\n\t])\p{Cc}/gu, " ");

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

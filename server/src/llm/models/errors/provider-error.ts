import { JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import type { ErrorCode } from "@dialectic/contract";
import { APICallError } from "ai";
import { AppError, scrub } from "#platform";
import { keyFormsInErrors, redactKeys } from "../keys/redact-keys.ts";
import type { Provider } from "../providers/providers.ts";
import { type FailureKind, failureKind } from "./failure-kind.ts";
import { causesOf, isRequestError, readFailure } from "./read-failure.ts";
import { readOverflow } from "./read-overflow.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The call that an error message is about. */
export type CallContext = { model: string; provider: Provider | undefined; keys: readonly string[]; now: number };

/** Turns a failed call into an AppError whose code says whether a retry can help and whose message says what to do. */
export function toProviderError(thrown: unknown, call: CallContext): AppError {
  // `createHttpGateway` throws AppErrors, which the SDK may wrap.
  const own = causesOf(thrown).find((cause) => cause instanceof AppError);
  if (own) return own;
  const failure = readFailure(thrown);
  const detail = shorten(sanitize(failure.message, call));
  // The SDK's error is not set as the cause, because it carries the whole request and response, which may contain keys.
  const cause = new Error(detail);
  if (isMalformed(thrown)) {
    return new AppError("invalid_answer", `${call.model} sent a response that is not valid: ${detail}`, {
      cause,
    });
  }
  if (isRequestError(thrown)) {
    const message = `This request cannot be sent to ${call.model}: ${detail}`;
    return new AppError("provider_rejected", message, { cause, retry: false });
  }
  const kind = failureKind(failure);
  if (!kind) {
    const retry = APICallError.isInstance(thrown) ? thrown.isRetryable : true;
    const start = call.provider?.name === "ollama" ? "Start Ollama, or set OLLAMA_BASE_URL to where it runs. " : "";
    const message = `${call.model} could not be reached or broke off: ${detail}. ${start}The call can be tried again.`;
    return new AppError("provider_unavailable", message, { cause, retry });
  }
  const wait = retryAfterMs(failure, call.now);
  const { code, advice } = outcomes[kind](call);
  return new AppError(code, `${advice} The provider said: ${detail}`, {
    cause,
    details: {
      model: call.model,
      status: failure.status ?? null,
      ...(kind === "overflow" ? readOverflow(failure.message) : {}),
    },
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

const outcomes: Record<FailureKind, (call: CallContext) => { code: ErrorCode; advice: string }> = {
  overflow: ({ model }) => ({
    code: "context_window",
    advice: `The prompt does not fit the window of ${model}. Shorten the inputs, or choose a model with a larger window.`,
  }),
  billing: (call) => ({
    code: "provider_billing",
    advice: `The account of ${keyName(call)} at ${nameOf(call)} is empty or unpaid. Add credit there, then resume.`,
  }),
  refusal: ({ model }) => ({
    code: "refused_by_model",
    advice: `${model} refused to answer. Change the request, or choose another model.`,
  }),
  key: (call) => ({
    code: "provider_denied",
    advice: `${nameOf(call)} does not accept ${keyName(call)}. Set a key that may use ${call.model}.`,
  }),
  model: (call) => ({
    code: "unknown_model",
    advice: `${nameOf(call)} does not know ${call.model}. Check the name, and ${call.provider?.urlFrom}.`,
  }),
  rate: ({ model }) => ({ code: "rate_limited", advice: `${model} has reached its rate limit.` }),
  unavailable: ({ model }) => ({
    code: "provider_unavailable",
    advice: `${model} is not available now. The call can be tried again.`,
  }),
  redirect: (call) => ({
    code: "provider_rejected",
    advice: `${nameOf(call)} redirected the request, and redirects are not followed. Check ${call.provider?.urlFrom}.`,
  }),
  rejected: ({ model }) => ({ code: "provider_rejected", advice: `${model} did not accept the request.` }),
};

const nameOf = ({ provider, model }: CallContext): string => provider?.name ?? model;

function keyName({ provider }: CallContext): string {
  if (provider?.keySource === "stored") return "the stored key";
  return provider?.keyVariable
    ? `the key in ${provider.keyVariable}`
    : "a request without a key (see keyEnv in providers.json)";
}

const isMalformed = (thrown: unknown): boolean =>
  JSONParseError.isInstance(thrown) ||
  TypeValidationError.isInstance(thrown) ||
  (APICallError.isInstance(thrown) && thrown.statusCode === 200) ||
  // The SDK's Anthropic adapter throws a plain Error with this message if the first frame is not JSON.
  (thrown instanceof Error && thrown.message.includes("normalized Anthropic stream error"));

/** Makes a provider's text safe to show: removes keys and terminal control characters. */
export const sanitize = (text: string, { keys }: Pick<CallContext, "keys">): string =>
  String(scrub(redactKeys(text, keys.flatMap(keyFormsInErrors)))).replace(/(?![\n\t])\p{Cc}/gu, " ");

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

import type { Failure } from "./read-failure.ts";

export type FailureKind =
  | "overflow"
  | "billing"
  | "refusal"
  | "key"
  | "model"
  | "rate"
  | "unavailable"
  | "redirect"
  | "rejected";

/**
 * Codes and messages that are more specific than the status: for a prompt that is too long the status is only 400, and for
 * an empty account only 429. Codes are compared as a whole; messages are searched.
 */
const signs: readonly { kind: FailureKind; codes: readonly string[]; messages: readonly RegExp[] }[] = [
  {
    kind: "overflow",
    codes: ["context_length_exceeded", "exceed_context_size_error", "request_too_large"],
    messages: [
      /maximum context length|exceeds? the context window|context (window|length|size) (is |was )?exceeded/i, // OpenAI, vLLM, OpenRouter
      /prompt is too long|input length and `?max_tokens`? exceed context limit/i, // Anthropic
      /input token count .{0,40}exceeds the maximum/i, // Google
      /exceeds the available context size|context (the )?overflows|input length exceeds/i, // llama.cpp, LM Studio, Ollama
      /tokens \+ `?max_new_tokens`? must be/i, // text-generation-inference, Together
    ],
  },
  {
    kind: "billing",
    codes: ["insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"],
    messages: [/credit balance is too low|insufficient (credits|balance|funds)|requires more credits/i],
  },
  {
    kind: "refusal",
    codes: ["content_policy_violation", "content_filter", "moderation_blocked", "invalid_prompt"],
    messages: [/requires moderation|flagged (by|as|for)|content management policy/i],
  },
  {
    kind: "key",
    codes: ["invalid_api_key", "authentication_error", "permission_error", "unauthenticated", "permission_denied"],
    messages: [/api key not valid|incorrect api key|invalid api key|api key expired/i],
  },
  {
    kind: "model",
    codes: ["model_not_found"],
    messages: [/is not a valid model|model .{0,120}(not found|does not exist)|models\/\S+ is not found/i],
  },
  { kind: "rate", codes: ["rate_limit_error", "rate_limit_exceeded", "resource_exhausted"], messages: [] },
  {
    kind: "unavailable",
    codes: ["overloaded_error", "api_error", "server_error", "internal_server_error", "unavailable", "timeout_error"],
    messages: [/^overloaded/i],
  },
];

export function failureKind(failure: Failure): FailureKind | null {
  // Ollama reports almost everything as api_error, so this code is ignored if there is a status.
  const reported = failure.status === undefined ? failure.codes : failure.codes.filter((code) => code !== "api_error");
  const match = signs.find(
    ({ codes, messages }) =>
      codes.some((code) => reported.includes(code)) || messages.some((sign) => sign.test(failure.message)),
  );
  return match?.kind ?? kindOfStatus(failure.status);
}

function kindOfStatus(status: number | undefined): FailureKind | null {
  if (status === undefined) return null;
  if (status === 401 || status === 403) return "key";
  if (status === 402) return "billing";
  if (status === 404) return "model";
  if (status === 413) return "overflow";
  if (status === 429) return "rate";
  if (status >= 500 || [408, 409, 425].includes(status)) return "unavailable";
  return status < 400 ? "redirect" : "rejected";
}

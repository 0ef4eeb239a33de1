import type { CallResult } from "../request/call-result.ts";
import type { StreamedAnswer } from "./read-stream.ts";

type Reason = CallResult["finishReason"] | "error";

/**
 * Finish reasons, in lower case, that the SDK maps wrongly. It reports a full context window as a reached output cap,
 * although the answer cannot be continued, and a pause as a normal stop.
 */
const overridden = new Map<string, Reason>(
  Object.entries({
    model_context_window_exceeded: "context-window", // Anthropic, Bedrock
    model_length: "context-window", // Mistral
    context_length_exceeded: "context-window",
    pause_turn: "interrupted", // Anthropic
    insufficient_system_resource: "interrupted", // DeepSeek
    abort: "interrupted", // vLLM
    refusal: "refusal", // Anthropic
    error: "error", // OpenRouter, Mistral
  } as const),
);

/** Finish reasons of compatible servers that the SDK does not know. */
const unknownToSdk = new Map<string, Reason>(
  Object.entries({
    eos: "stop",
    eos_token: "stop",
    stop_sequence: "stop",
    end_turn: "stop",
    complete: "stop",
    max_tokens: "length",
    content_filter: "content-filter",
  } as const),
);

/**
 * The reason an answer ended. Only an answer that ended with `stop` is complete; `other` is a reason that this program
 * does not know.
 */
export function finishReasonOf({ finishReason, rawReason, toolCalls, hasRefused }: StreamedAnswer): Reason {
  if (hasRefused) return "refusal";
  const raw = rawReason?.toLowerCase();
  const known = overridden.get(raw ?? "");
  if (known) return known;
  // A stream that ends without a reason has probably lost its last frame.
  if (finishReason === "other" && raw === undefined) return "interrupted";
  const reason = finishReason === "other" ? (unknownToSdk.get(raw ?? "") ?? "other") : finishReason;
  // Compatible servers report `stop` after tool calls.
  if (toolCalls.length > 0 && reason !== "length" && reason !== "interrupted") return "tool-calls";
  return reason === "tool-calls" ? "other" : reason;
}

/**
 * Removes a refusal from the text and sets `hasRefused`. OpenAI's models refuse in a separate field, which the SDK passes on as
 * text. A document that reads “I can't help with that” must not be saved. Text before the refusal stays.
 */
export function separateRefusal(streamed: StreamedAnswer): StreamedAnswer {
  const refusal = streamed.chunks.flatMap(refusalIn).join("");
  if (refusal === "") return streamed;
  const isAtEnd = streamed.text.endsWith(refusal);
  return { ...streamed, text: isAtEnd ? streamed.text.slice(0, -refusal.length) : "", hasRefused: true };
}

function refusalIn(chunk: unknown): string[] {
  if (field(chunk, "type") === "response.refusal.delta") return [field(chunk, "delta")].filter(isText);
  const choices = field(chunk, "choices");
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => field(field(choice, "delta"), "refusal")).filter(isText);
}

const isText = (value: unknown): value is string => typeof value === "string";

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

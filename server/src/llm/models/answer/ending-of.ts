import type { CallResult } from "../request/call-result.ts";
import type { StreamedAnswer } from "./read-stream.ts";

type Ending = CallResult["finishReason"] | "error";

/**
 * Providers' own words for the end of an answer, in lower case, where the SDK maps them to something else than they mean:
 * a full context window passes for an output cap, which could be continued, and a pause for an end.
 */
const overruled = new Map<string, Ending>(
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

/** The same, of servers that only imitate a provider and whose words the SDK does not know. */
const unknownToSdk = new Map<string, Ending>(
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

/** How an answer ended. Only `stop` is complete; `other` is a word that nobody here knows. */
export function endingOf({ finishReason, rawReason, toolCalls, hasRefused }: StreamedAnswer): Ending {
  if (hasRefused) return "refusal";
  const word = rawReason?.toLowerCase();
  const known = overruled.get(word ?? "");
  if (known) return known;
  // A stream that ended in order and gave no reason has perhaps lost its last frame.
  if (finishReason === "other" && word === undefined) return "interrupted";
  const ending = finishReason === "other" ? (unknownToSdk.get(word ?? "") ?? "other") : finishReason;
  // Servers that only imitate OpenAI call tools and say they have stopped.
  if (toolCalls.length > 0 && ending !== "length" && ending !== "interrupted") return "tool-calls";
  return ending === "tool-calls" ? "other" : ending;
}

import type { CallResult } from "./call-result.ts";
import type { Heard } from "./listen.ts";

/** What Anthropic says when the prompt and the answer together fill the model's window. */
export const outOfWindow = "model_context_window_exceeded";

export function finishReasonOf({ finishReason, rawReason, toolCalls }: Heard): CallResult["finishReason"] {
  // The window is full: a continuation would not fit either, so it must not look like one more cut.
  if (rawReason === outOfWindow) return "other";
  if (rawReason === "pause_turn") return "interrupted";
  // Servers that only imitate OpenAI call tools and say they have stopped.
  const hasEnded = finishReason !== "length" && finishReason !== "interrupted";
  if (toolCalls.length > 0 && hasEnded) return "tool-calls";
  if (finishReason === "error" || finishReason === "tool-calls") return "other";
  return finishReason;
}

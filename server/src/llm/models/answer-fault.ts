import { AppError } from "#platform";
import { type Asked, toCallError } from "./errors/to-call-error.ts";
import { finishReasonOf, outOfWindow } from "./finish-reason.ts";
import type { Heard } from "./listen.ts";
import { spokenRefusal } from "./spoken-refusal.ts";

/**
 * Why what was heard is no answer; null when it is one. An answer is some text that is not a refusal, or a tool called.
 * What came before a cut counts: it was written, and will be billed.
 */
export function answerFault(heard: Heard, asked: Asked): AppError | null {
  const { model } = asked;
  if (heard.isEndless) return toCallError(heard.broke, asked);
  const hasText = heard.text.trim() !== "";
  if (spokenRefusal(heard.chunks) || (!hasText && heard.finishReason === "content-filter")) {
    return new AppError("refused_by_model", `${model} refused to answer. Change the request, or choose another model.`);
  }
  if (hasText || finishReasonOf(heard) === "tool-calls") return null;
  if (heard.broke !== undefined) return toCallError(heard.broke, asked);
  if (heard.rawReason === outOfWindow) {
    return new AppError("context_window", `The prompt leaves ${model} no room for an answer. Shorten the inputs.`);
  }
  if (heard.finishReason === "interrupted") {
    return new AppError(
      "provider_unavailable",
      `${model} broke off before the first word. The call can be tried again.`,
    );
  }
  if (heard.finishReason === "length") {
    const message = `${model} used up its output cap before the first word. Allow it more tokens.`;
    return new AppError("empty_answer", message, { retry: false });
  }
  return new AppError("empty_answer", `${model} answered with no text. Try again, or choose another model.`);
}

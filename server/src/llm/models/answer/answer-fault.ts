import { AppError } from "#platform";
import { type Asked, toCallError } from "../errors/to-call-error.ts";
import { endingOf } from "./ending-of.ts";
import type { StreamedAnswer } from "./read-stream.ts";

/**
 * Why a stream gave no answer; null when it gave one: some text before any refusal, or a call of a tool. What came before
 * a cut counts: it was written, and will be billed. What came before an error at the end does not: nobody vouches for it.
 */
export function answerFault(heard: StreamedAnswer, asked: Asked): AppError | null {
  const { model } = asked;
  if (heard.isEndless) return toCallError(heard.broke, asked);
  const hasText = heard.text.trim() !== "";
  const ending = endingOf(heard);
  if (ending === "error") {
    const message = `${model} reported an error at the end of its answer, so the text was discarded. The call can be tried again.`;
    return new AppError("invalid_answer", message);
  }
  if (!hasText && (ending === "content-filter" || ending === "refusal")) {
    return new AppError("refused_by_model", `${model} refused to answer. Change the request, or choose another model.`);
  }
  if (hasText || ending === "tool-calls") return null;
  if (heard.broke !== undefined) return toCallError(heard.broke, asked);
  if (ending === "context-window") {
    return new AppError("context_window", `The prompt leaves ${model} no room for an answer. Shorten the inputs.`);
  }
  if (ending === "interrupted") {
    return new AppError(
      "provider_unavailable",
      `${model} broke off before the first word. The call can be tried again.`,
    );
  }
  if (ending === "length") {
    const message = `${model} used up its output cap before the first word, probably by thinking. Allow it more output tokens, or choose another model.`;
    return new AppError("empty_answer", message, { retry: false, details: { capSpent: true } });
  }
  return new AppError("empty_answer", `${model} answered with no text. Try again, or choose another model.`);
}

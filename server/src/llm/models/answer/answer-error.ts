import { InvalidResponseDataError } from "@ai-sdk/provider";
import { AppError } from "#platform";
import { type CallContext, toProviderError } from "../errors/provider-error.ts";
import { finishReasonOf } from "./finish-reason.ts";
import type { StreamedAnswer } from "./read-stream.ts";

/**
 * The reason a stream holds no usable answer; null if the answer is usable. A tool call is usable. Text before a
 * refusal or a cut is usable, because the provider bills it. Text before a reported error is not usable, because the
 * provider itself declares it invalid.
 */
export function answerError(
  streamed: StreamedAnswer,
  call: CallContext & { mayBeEmpty?: boolean | undefined },
): AppError | null {
  const { model } = call;
  if (streamed.isRunaway) return toProviderError(streamed.error, call);
  const reason = finishReasonOf(streamed);
  const hasText = streamed.text.trim() !== "" && !(reason === "length" && isThinking(streamed.text));
  if (reason === "error") {
    const message = `${model} reported an error at the end of its answer, so the text was discarded. The call can be tried again.`;
    return new AppError("invalid_answer", message);
  }
  if (!hasText && (reason === "content-filter" || reason === "refusal")) {
    return new AppError("refused_by_model", `${model} refused to answer. Change the request, or choose another model.`);
  }
  if (hasText || reason === "tool-calls") return null;
  if (call.mayBeEmpty && hasEndedInOrder(streamed) && (reason === "stop" || reason === "interrupted")) return null;
  if (streamed.error !== undefined) return toProviderError(streamed.error, call);
  if (reason === "context-window") {
    return new AppError("context_window", `The prompt leaves ${model} no room for an answer. Shorten the inputs.`);
  }
  if (reason === "interrupted") {
    return new AppError(
      "provider_unavailable",
      `${model} broke off before the first word. The call can be tried again.`,
    );
  }
  if (reason === "length") {
    const message = `${model} used up its output cap before the first word, probably by thinking. Allow it more output tokens, or choose another model.`;
    return new AppError("empty_answer", message, { retry: false, details: { capSpent: true } });
  }
  return new AppError("empty_answer", `${model} answered with no text. Try again, or choose another model.`);
}

const openings =
  /^\s*(?:<(?:think|thinking|thought|thoughts|reasoning|seed:think)>|\[THINK\]|◁think▷|<\|channel\|>analysis|<\|START_THINKING\|>)/i;
const closings =
  /<\/(?:think|thinking|thought|thoughts|reasoning|seed:think)>|\[\/THINK\]|◁\/think▷|<\|end\|>|<\|END_THINKING\|>/i;

/** True if a text is only thinking, which some servers do not separate from the answer. */
const isThinking = (text: string): boolean => openings.test(text) && !closings.test(text);

/**
 * True if the provider closed the stream. If a closed stream has no finish reason, the SDK throws an InvalidResponseDataError
 * without data.
 */
const hasEndedInOrder = ({ error }: StreamedAnswer): boolean =>
  error === undefined || (InvalidResponseDataError.isInstance(error) && error.data === undefined);

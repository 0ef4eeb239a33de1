import type { LanguageModelV4 } from "@ai-sdk/provider";
import { type FinishReason, type LanguageModelUsage, streamText } from "ai";
import { AppError } from "#platform";
import { mayBeBilled } from "../errors/may-be-billed.ts";
import type { CallById, ToolCall } from "../request/call-input.ts";
import { createStallWatch } from "../request/stall-watch.ts";
import type { Request } from "../request/to-request.ts";

export type StreamedAnswer = {
  text: string;
  finishReason: FinishReason;
  rawReason: string | undefined;
  usage: LanguageModelUsage | undefined;
  toolCalls: ToolCall[];
  chunks: unknown[];
  /** The error that ended the stream; undefined if it ended normally. */
  error: unknown;
  /** Set if the caller stopped the stream: by its signal, or by throwing in `onText`. */
  stoppedBy: { reason: unknown } | undefined;
  /** True if the model refused in a separate field. The refusal is not part of the text. */
  hasRefused: boolean;
  /** True if the answer was stopped because it went far beyond its output cap. */
  isRunaway: boolean;
  /** False if the provider never received the request, or rejected it. */
  mayBeBilled: boolean;
};

/** An answer may have this many characters per token of its cap: far more than any tokenizer puts into a token. */
const charactersPerToken = 40;
/** The smallest length limit, because some servers ignore small caps. */
const minLength = 20_000;
/** The largest length limit, which also applies to calls without a cap. */
const maxLength = 8_000_000;

/** Streams one answer and collects it. A broken stream is part of the result, not an exception. */
export async function readStream(
  model: LanguageModelV4,
  input: Omit<CallById, "schema">,
  { request, chunkMs }: { request: Request; chunkMs: number },
): Promise<StreamedAnswer> {
  const streamed: StreamedAnswer = {
    text: "",
    finishReason: "interrupted",
    rawReason: undefined,
    usage: undefined,
    toolCalls: [],
    chunks: [],
    error: undefined,
    stoppedBy: undefined,
    hasRefused: false,
    isRunaway: false,
    mayBeBilled: true,
  };
  const watch = createStallWatch(chunkMs, input.model);
  const capped = (input.maxOutputTokens ?? Number.POSITIVE_INFINITY) * charactersPerToken;
  const limit = Math.min(maxLength, Math.max(minLength, capped));
  try {
    const { stream } = streamText({
      model,
      instructions: request.instructions,
      messages: request.messages,
      maxRetries: 0,
      include: { rawChunks: true },
      // Errors arrive as parts of the stream below; by default the SDK also prints them.
      onError: () => {},
      // Asks the provider not to store prompts, because they contain private plans.
      providerOptions: {
        openai: { store: false, strictJsonSchema: request.isStrict },
        openaiCompatible: { strictJsonSchema: request.isStrict },
      },
      ...(request.tools ? { tools: request.tools } : {}),
      ...(request.output ? { output: request.output } : {}),
      ...(input.maxOutputTokens === undefined ? {} : { maxOutputTokens: input.maxOutputTokens }),
      abortSignal: input.signal ? AbortSignal.any([input.signal, watch.signal]) : watch.signal,
    });
    for await (const part of stream) {
      const hasText = streamed.text !== "" || part.type === "text-delta";
      watch.onPart({ hasText, isKeepAlive: part.type === "raw" });
      if (part.type === "raw") streamed.chunks.push(part.rawValue);
      if (part.type === "error") throw part.error;
      if (streamed.text.length + streamed.chunks.length > limit) {
        streamed.isRunaway = true;
        watch.abort(runaway(input.model));
        break;
      }
      if (part.type === "finish") {
        streamed.finishReason = part.finishReason;
        streamed.rawReason = part.rawFinishReason;
        streamed.usage = part.totalUsage;
      }
      // If the request offered no tools, a tool call cannot be run and is dropped. Any text is then an answer that has not
      // ended normally.
      if (part.type === "tool-call" && input.tools?.length) {
        const { toolCallId: id, toolName: name, providerMetadata } = part;
        streamed.toolCalls.push({ id, name, input: part.input, ...(providerMetadata ? { providerMetadata } : {}) });
      }
      if (part.type !== "text-delta") continue;
      streamed.text += part.text;
      report(part.text);
      if (streamed.stoppedBy) break;
    }
  } catch (thrown) {
    streamed.error = thrown;
  } finally {
    watch.stop();
  }
  if (input.signal?.aborted) streamed.stoppedBy ??= { reason: input.signal.reason };
  const hasBegun = streamed.text !== "" || streamed.chunks.length > 1;
  // Only an error that this program did not cause shows whether the provider will bill the call.
  if (streamed.error !== undefined && !hasBegun && !streamed.stoppedBy && !watch.signal.aborted) {
    streamed.mayBeBilled = mayBeBilled(streamed.error);
  }
  if (watch.signal.aborted) streamed.error = watch.signal.reason;
  return streamed;

  function report(delta: string): void {
    if (delta === "") return;
    try {
      input.onText?.(delta);
    } catch (thrown) {
      streamed.stoppedBy = { reason: thrown };
    }
  }
}

/** The call is not retried, because the next answer would be as long and as expensive. */
const runaway = (model: string): AppError =>
  new AppError(
    "invalid_answer",
    `${model} far exceeded its output cap, so the call was stopped. Its endpoint does not respect output caps. Choose another model.`,
    { retry: false },
  );

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { type FinishReason, type LanguageModelUsage, streamText } from "ai";
import { AppError } from "#platform";
import { mayBeBilled } from "../errors/may-be-billed.ts";
import type { Asking, ToolCall } from "../request/call-input.ts";
import { createStallWatch } from "../request/stall-watch.ts";
import type { Request } from "../request/to-request.ts";

export type StreamedAnswer = {
  text: string;
  finishReason: FinishReason;
  rawReason: string | undefined;
  usage: LanguageModelUsage | undefined;
  toolCalls: ToolCall[];
  chunks: unknown[];
  /** Why the stream ended before its end; undefined when it did not. */
  broke: unknown;
  /** Set when the caller itself put an end to it: its signal, or an error in its own listener. */
  stopped: { reason: unknown } | undefined;
  /** The model refused in a field of its own; its words are not part of the text. */
  hasRefused: boolean;
  /** It went far beyond its output cap, and nothing showed that it would ever end. */
  isEndless: boolean;
  /** False when the provider never got the request, or would not have it. */
  mayBeBilled: boolean;
};

/** In characters for each token of the cap: far more than any tokenizer makes of a text. Short caps are not kept by every server. */
const longestToken = 40;
const smallestRoom = 20_000;
/** Also where no cap is set. */
const largestRoom = 8_000_000;

/** Reads one answer to its end, or as far as it came: a stream that breaks is part of what was heard, not an exception. */
export async function listen(
  model: LanguageModelV4,
  input: Omit<Asking, "schema">,
  { request, chunkMs }: { request: Request; chunkMs: number },
): Promise<StreamedAnswer> {
  const heard: StreamedAnswer = {
    text: "",
    finishReason: "interrupted",
    rawReason: undefined,
    usage: undefined,
    toolCalls: [],
    chunks: [],
    broke: undefined,
    stopped: undefined,
    hasRefused: false,
    isEndless: false,
    mayBeBilled: true,
  };
  const watch = createStallWatch(chunkMs, input.model);
  const capped = (input.maxOutputTokens ?? Number.POSITIVE_INFINITY) * longestToken;
  const room = Math.min(largestRoom, Math.max(smallestRoom, capped));
  try {
    const { stream } = streamText({
      model,
      instructions: request.instructions,
      messages: request.messages,
      maxRetries: 0,
      include: { rawChunks: true },
      // Errors arrive as parts of the stream below; the SDK's own default would print them as well.
      onError: () => {},
      // Prompts hold other people's plans: a provider need not keep them to answer.
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
      const hasText = heard.text !== "" || part.type === "text-delta";
      watch.heard({ hasText, isSign: part.type === "raw" });
      if (part.type === "raw") heard.chunks.push(part.rawValue);
      if (part.type === "error") throw part.error;
      if (heard.text.length + heard.chunks.length > room) {
        heard.isEndless = true;
        watch.giveUp(endless(input.model));
        break;
      }
      if (part.type === "finish") {
        heard.finishReason = part.finishReason;
        heard.rawReason = part.rawFinishReason;
        heard.usage = part.totalUsage;
      }
      // A tool that nobody offered cannot be run; the text beside such a call is an answer that did not end by itself.
      if (part.type === "tool-call" && input.tools?.length) {
        const { toolCallId: id, toolName: name, providerMetadata: keepsake } = part;
        heard.toolCalls.push({ id, name, input: part.input, ...(keepsake ? { keepsake } : {}) });
      }
      if (part.type !== "text-delta") continue;
      heard.text += part.text;
      tell(part.text);
      if (heard.stopped) break;
    }
  } catch (thrown) {
    heard.broke = thrown;
  } finally {
    watch.stop();
  }
  if (input.signal?.aborted) heard.stopped ??= { reason: input.signal.reason };
  const hasBegun = heard.text !== "" || heard.chunks.length > 1;
  // Only a failure that nobody here caused says anything about what the provider did.
  if (heard.broke !== undefined && !hasBegun && !heard.stopped && !watch.signal.aborted) {
    heard.mayBeBilled = mayBeBilled(heard.broke);
  }
  if (watch.signal.aborted) heard.broke = watch.signal.reason;
  return heard;

  function tell(delta: string): void {
    if (delta === "") return;
    try {
      input.onText?.(delta);
    } catch (thrown) {
      heard.stopped = { reason: thrown };
    }
  }
}

/** Not tried again: it would be as long, and as dear, as the first time. */
const endless = (model: string): AppError =>
  new AppError(
    "invalid_answer",
    `${model} wrote on far beyond its output cap, so the call was given up. Its endpoint does not keep to caps: choose another model.`,
    { retry: false },
  );

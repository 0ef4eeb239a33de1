import type { LanguageModelV4 } from "@ai-sdk/provider";
import { type FinishReason, type LanguageModelUsage, streamText } from "ai";
import type { CallInput } from "./call-input.ts";
import { createStallWatch } from "./stall-watch.ts";

export type Heard = {
  text: string;
  finishReason: FinishReason;
  rawReason: string | undefined;
  usage: LanguageModelUsage | undefined;
  chunks: unknown[];
  /** Why the stream ended before its end; undefined when it did not. */
  broke: unknown;
};

/**
 * Reads one answer to its end, or as far as it came: a stream that breaks is part of what was heard, not an exception.
 * What does throw: the caller's own abort, and the caller's own listener.
 */
export async function listen(model: LanguageModelV4, input: CallInput, chunkMs: number): Promise<Heard> {
  const heard: Heard = {
    text: "",
    finishReason: "interrupted",
    rawReason: undefined,
    usage: undefined,
    chunks: [],
    broke: undefined,
  };
  const listener: { fault?: { thrown: unknown } } = {};
  const watch = createStallWatch(chunkMs, input.model);
  try {
    const { stream } = streamText({
      model,
      instructions: input.instructions,
      messages: input.messages,
      maxRetries: 0,
      include: { rawChunks: true },
      // Errors arrive as parts of the stream below; the SDK's own default would print them as well.
      onError: () => {},
      // Prompts hold other people's plans: a provider need not keep them to answer.
      providerOptions: { openai: { store: false } },
      ...(input.maxOutputTokens === undefined ? {} : { maxOutputTokens: input.maxOutputTokens }),
      abortSignal: input.signal ? AbortSignal.any([input.signal, watch.signal]) : watch.signal,
    });
    for await (const part of stream) {
      watch.heard(heard.text !== "");
      if (part.type === "raw") heard.chunks.push(part.rawValue);
      if (part.type === "error") throw part.error;
      if (part.type === "finish") {
        heard.finishReason = part.finishReason;
        heard.rawReason = part.rawFinishReason;
        heard.usage = part.totalUsage;
      }
      if (part.type !== "text-delta") continue;
      heard.text += part.text;
      tell(part.text);
    }
  } catch (thrown) {
    heard.broke = thrown;
  } finally {
    watch.stop();
  }
  if (listener.fault) throw listener.fault.thrown;
  input.signal?.throwIfAborted();
  if (watch.signal.aborted) heard.broke = watch.signal.reason;
  return heard.broke === undefined ? heard : { ...heard, finishReason: "interrupted" };

  function tell(delta: string): void {
    try {
      input.onText?.(delta);
    } catch (thrown) {
      listener.fault = { thrown };
      throw thrown;
    }
  }
}

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { type FinishReason, type LanguageModelUsage, streamText } from "ai";
import { AppError, assertNoTransaction } from "#platform";
import { requireModel } from "./catalogue.ts";
import { createRehearsalModel } from "./rehearsal/create-rehearsal-model.ts";
import { countPieces } from "./rehearsal/pieces.ts";
import { toCallError } from "./to-call-error.ts";

export type CallInput = {
  model: string;
  instructions: string;
  messages: { role: "user" | "assistant"; content: string }[];
  maxOutputTokens?: number;
  signal?: AbortSignal;
  onText?: (delta: string) => void;
};

export type CallResult = {
  text: string;
  finishReason: "stop" | "length" | "interrupted" | "content-filter" | "other";
  usage: { inputTokens: number; outputTokens: number; estimated: boolean };
  /** What the provider answered, as JSON text: the record that is kept beside the text. */
  raw: string;
};

/** One request to one model, streamed. Never repeated here: whether to try again is the job's decision. */
export async function callModel(input: CallInput): Promise<CallResult> {
  assertNoTransaction("A model call");
  const info = requireModel(input.model);
  input.signal?.throwIfAborted();
  const cap = Math.min(input.maxOutputTokens ?? info.maxOutputTokens, info.maxOutputTokens);
  return streamAnswer(createRehearsalModel(info.id), { ...input, maxOutputTokens: cap });
}

export async function streamAnswer(model: LanguageModelV4, input: CallInput): Promise<CallResult> {
  const heard = await listen(model, input);
  if (heard.text.trim() === "" && heard.finishReason === "content-filter") {
    throw new AppError(
      "refused_by_model",
      `${input.model} refused to answer. Change the request, or choose another model.`,
    );
  }
  if (heard.text.trim() === "") {
    throw new AppError("empty_answer", `${input.model} answered with no text. Try again, or choose another model.`);
  }
  return {
    text: heard.text,
    finishReason: toOurReason(heard.finishReason),
    usage: toOurUsage(heard.usage, input, heard.text),
    raw: JSON.stringify({ model: input.model, chunks: heard.chunks }),
  };
}

type Heard = {
  text: string;
  finishReason: FinishReason;
  usage: LanguageModelUsage | undefined;
  chunks: unknown[];
};

async function listen(model: LanguageModelV4, input: CallInput): Promise<Heard> {
  const heard: Heard = { text: "", finishReason: "interrupted", usage: undefined, chunks: [] };
  try {
    const { stream } = streamText({
      model,
      instructions: input.instructions,
      messages: input.messages,
      maxRetries: 0,
      include: { rawChunks: true },
      // Errors arrive as parts of the stream below; the SDK's own default would print them as well.
      onError: () => {},
      ...(input.maxOutputTokens === undefined ? {} : { maxOutputTokens: input.maxOutputTokens }),
      ...(input.signal === undefined ? {} : { abortSignal: input.signal }),
    });
    for await (const part of stream) {
      if (part.type === "raw") heard.chunks.push(part.rawValue);
      if (part.type === "error") throw part.error;
      if (part.type === "finish") {
        heard.finishReason = part.finishReason;
        heard.usage = part.totalUsage;
      }
      if (part.type !== "text-delta") continue;
      heard.text += part.text;
      input.onText?.(part.text);
    }
  } catch (thrown) {
    input.signal?.throwIfAborted();
    throw toCallError(thrown, input.model);
  }
  input.signal?.throwIfAborted();
  return heard;
}

function toOurReason(reason: FinishReason): CallResult["finishReason"] {
  if (reason === "error" || reason === "tool-calls") return "other";
  return reason;
}

function toOurUsage(usage: LanguageModelUsage | undefined, input: CallInput, text: string): CallResult["usage"] {
  if (usage?.inputTokens !== undefined && usage.outputTokens !== undefined) {
    return { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, estimated: false };
  }
  const sent = [input.instructions, ...input.messages.map((message) => message.content)];
  return {
    inputTokens: usage?.inputTokens ?? countPieces(sent.join("\n")),
    outputTokens: usage?.outputTokens ?? countPieces(text),
    estimated: true,
  };
}

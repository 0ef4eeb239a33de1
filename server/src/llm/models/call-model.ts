import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError, assertNoTransaction } from "#platform";
import type { CallInput } from "./call-input.ts";
import { findModel, requireModel } from "./catalogue.ts";
import { createLanguageModel } from "./create-language-model.ts";
import { hideKeys } from "./errors/hide-keys.ts";
import { type Asked, clean, toCallError } from "./errors/to-call-error.ts";
import { type Heard, listen } from "./listen.ts";
import { readChunkTimeout, shippedSettings } from "./model-settings.ts";
import { knownKeys } from "./providers.ts";
import { spokenRefusal } from "./spoken-refusal.ts";
import { toUsage, type Usage } from "./usage.ts";

export type CallResult = {
  text: string;
  finishReason: "stop" | "length" | "interrupted" | "content-filter" | "other";
  usage: Usage;
  /** What the provider answered, as JSON text: the record that is kept beside the text. */
  raw: string;
};

/** One request to one model, streamed. Never repeated here: whether to try again is the job's decision. */
export async function callModel(input: CallInput): Promise<CallResult> {
  assertNoTransaction("A model call");
  const settings = input.settings ?? shippedSettings;
  const info = requireModel(input.model, settings);
  input.signal?.throwIfAborted();
  const model = findModel(info.id, settings);
  const cap = Math.min(input.maxOutputTokens ?? info.maxOutputTokens, info.maxOutputTokens);
  return streamAnswer(
    createLanguageModel(model),
    { ...input, maxOutputTokens: cap },
    {
      provider: model.provider,
      keys: model.provider ? knownKeys(settings) : [],
      chunkMs: readChunkTimeout(settings),
    },
  );
}

type Line = Pick<Asked, "provider" | "keys"> & { chunkMs: number };

export async function streamAnswer(model: LanguageModelV4, input: CallInput, line: Line): Promise<CallResult> {
  const heard = await listen(model, input, line.chunkMs);
  const asked = { ...line, model: input.model, now: Date.now() };
  assertAnswered(heard, asked);
  const finishReason = toOurReason(heard);
  const sent = [input.instructions, ...input.messages.map((message) => message.content)].join("\n");
  return {
    // A key spread over several pieces of the stream is whole again only here.
    text: hideKeys(heard.text, line.keys),
    finishReason,
    usage: toUsage(heard.usage, { sent, text: heard.text, isCut: finishReason === "interrupted" }),
    raw: hideKeys(JSON.stringify(toRecord(heard, asked)), line.keys),
  };
}

/** An answer is some text that is not a refusal. What came before a cut counts: it was written, and will be billed. */
function assertAnswered(heard: Heard, asked: Asked): void {
  const { model } = asked;
  const hasText = heard.text.trim() !== "";
  if (spokenRefusal(heard.chunks) || (!hasText && heard.finishReason === "content-filter")) {
    throw new AppError("refused_by_model", `${model} refused to answer. Change the request, or choose another model.`);
  }
  if (hasText) return;
  if (heard.broke !== undefined) throw toCallError(heard.broke, asked);
  if (heard.rawReason === outOfWindow) {
    throw new AppError("context_window", `The prompt leaves ${model} no room for an answer. Shorten the inputs.`);
  }
  if (heard.finishReason === "interrupted") {
    throw new AppError(
      "provider_unavailable",
      `${model} broke off before the first word. The call can be tried again.`,
    );
  }
  if (heard.finishReason === "length") {
    const message = `${model} used up its output cap before the first word. Allow it more tokens.`;
    throw new AppError("empty_answer", message, { retry: false });
  }
  throw new AppError("empty_answer", `${model} answered with no text. Try again, or choose another model.`);
}

const outOfWindow = "model_context_window_exceeded";

function toOurReason({ finishReason, rawReason }: Heard): CallResult["finishReason"] {
  // The window is full: a continuation would not fit either, so it must not look like one more cut.
  if (rawReason === outOfWindow) return "other";
  if (rawReason === "pause_turn") return "interrupted";
  if (finishReason === "error" || finishReason === "tool-calls") return "other";
  return finishReason;
}

function toRecord(heard: Heard, asked: Asked): Record<string, unknown> {
  const record = { model: asked.model, chunks: heard.chunks };
  if (heard.broke === undefined) return record;
  return { ...record, brokeOff: clean(toCallError(heard.broke, asked).message, asked) };
}

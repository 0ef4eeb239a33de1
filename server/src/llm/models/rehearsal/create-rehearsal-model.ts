import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { AppError } from "#platform";
import { findModel } from "../catalogue.ts";
import { pauseBefore, readLatency } from "./latency.ts";
import { countPieces, splitIntoDeltas, takePieces } from "./pieces.ts";
import { type PromptMessage, toPromptMessages } from "./prompt-messages.ts";
import { temperamentOf } from "./temperament.ts";
import { writeAnswer } from "./write-answer.ts";

type Answer = {
  text: string;
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
};

/** A language model like any other to the AI SDK, except that it is a program: no network, no key, no chance. */
export function createRehearsalModel(id: string): LanguageModelV4 {
  const { entry: info } = findModel(id);
  const answer = (options: LanguageModelV4CallOptions): Answer => {
    const messages = toPromptMessages(options.prompt);
    const inputTokens = countInput(messages);
    const cap = Math.min(options.maxOutputTokens ?? info.maxOutputTokens, info.maxOutputTokens);
    if (inputTokens + cap > info.contextWindow) {
      throw new AppError(
        "context_window",
        `The prompt has ${inputTokens} tokens; with ${cap} for the answer it does not fit the ${info.contextWindow} of ${id}. Shorten the inputs.`,
      );
    }
    const rest = writeAnswer(temperamentOf(id), messages);
    const taken = takePieces(rest, cap);
    return {
      text: taken.text,
      finishReason: taken.text.length < rest.length ? cutOff : finished,
      usage: usageOf(inputTokens, taken.pieces),
    };
  };

  return {
    specificationVersion: "v4",
    provider: "rehearsal",
    modelId: id,
    supportedUrls: {},
    async doGenerate(options) {
      const { text, finishReason, usage } = answer(options);
      await pauseBefore({ portion: 0, of: 1, totalMs: readLatency(), signal: options.abortSignal });
      return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: toStream(speak(answer(options), options)) };
    },
  };
}

async function* speak(
  { text, finishReason, usage }: Answer,
  options: LanguageModelV4CallOptions,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  const deltas = splitIntoDeltas(text);
  const totalMs = readLatency();
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id: "text" };
  for (const [portion, delta] of deltas.entries()) {
    await pauseBefore({ portion, of: deltas.length, totalMs, signal: options.abortSignal });
    yield { type: "text-delta", id: "text", delta };
  }
  yield { type: "text-end", id: "text" };
  if (options.includeRawChunks) {
    yield { type: "raw", rawValue: { text, finish_reason: finishReason.raw, usage: usage.raw } };
  }
  yield { type: "finish", finishReason, usage };
}

/** Pulled, so that a reader that stops reading stops the writer as well. */
function toStream<T>(parts: AsyncGenerator<T, void>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return();
    },
  });
}

const finished: LanguageModelV4FinishReason = { unified: "stop", raw: "end_of_text" };
const cutOff: LanguageModelV4FinishReason = { unified: "length", raw: "output_cap" };

/** Every message costs a few tokens beside its text, as it does with real providers. */
const perMessage = 4;

function countInput(messages: PromptMessage[]): number {
  return messages.reduce((sum, message) => sum + perMessage + countPieces(message.text), 0);
}

function usageOf(input: number, output: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
    raw: { input_tokens: input, output_tokens: output },
  };
}

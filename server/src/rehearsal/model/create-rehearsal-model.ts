import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { countPieces, takePieces } from "#models";
import { AppError } from "#platform";
import { answerShaped, countShaped } from "../shaped/answer-shaped.ts";
import type { Call } from "../shaped/call-tool.ts";
import { pauseBefore, readPace } from "./latency.ts";
import { type PromptMessage, toPromptMessages } from "./prompt-messages.ts";
import { readSeed } from "./settings.ts";

type Answer = {
  text: string;
  call: Call | null;
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
};

type Limits = { contextWindow: number; maxOutputTokens: number };

/**
 * A language model for the AI SDK. It is a program that needs no network and no key, and uses no randomness. `env` sets its
 * speed and its seed.
 */
export function createRehearsalModel(id: string, info: Limits, env: NodeJS.ProcessEnv = {}): LanguageModelV4 {
  const answer = async (options: LanguageModelV4CallOptions): Promise<Answer> => {
    const messages = toPromptMessages(options.prompt);
    const inputTokens = countInput(messages) + countShaped(options);
    const cap = Math.min(options.maxOutputTokens ?? info.maxOutputTokens, info.maxOutputTokens);
    if (inputTokens + cap > info.contextWindow) {
      throw new AppError(
        "context_window",
        `The prompt has ${inputTokens} tokens. With ${cap} for the answer, it does not fit the window of ${id} (${info.contextWindow} tokens). Shorten the inputs.`,
      );
    }
    const shaped = answerShaped(options, messages);
    if (shaped && typeof shaped === "object") return calling(shaped, { inputTokens, cap });
    const rest = shaped ?? (await write(id, readSeed(env), messages));
    const taken = takePieces(rest, cap);
    return {
      text: taken.text,
      call: null,
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
      const { text, call, finishReason, usage } = await answer(options);
      const pace = readPace({ text, tokens: usage.outputTokens.total ?? 0 }, env);
      await pauseBefore({ portion: 0, of: 1, pace, signal: options.abortSignal });
      return { content: call ? [toPart(call)] : [{ type: "text", text }], finishReason, usage, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: toStream(speak(await answer(options), { ...options, env })) };
    },
  };
}

/** The writers are loaded on the first call, because most commands call no model and start faster without them. */
async function write(id: string, seed: string, messages: PromptMessage[]): Promise<string> {
  const [{ writeAnswer }, { temperamentOf }] = await Promise.all([
    import("./write-answer.ts"),
    import("../temperament.ts"),
  ]);
  if (!id.endsWith("/drift")) return writeAnswer(temperamentOf(id, seed), messages);
  const { writeCarelessly } = await import("../drift/write-carelessly.ts");
  return writeCarelessly(seed, messages);
}

async function* speak(
  { text, call, finishReason, usage }: Answer,
  options: LanguageModelV4CallOptions & { env: NodeJS.ProcessEnv },
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  const deltas = splitIntoDeltas(text);
  const pace = readPace({ text, tokens: usage.outputTokens.total ?? 0 }, options.env);
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id: "text" };
  for (const [portion, delta] of deltas.entries()) {
    await pauseBefore({ portion, of: deltas.length, pace, signal: options.abortSignal });
    yield { type: "text-delta", id: "text", delta };
  }
  yield { type: "text-end", id: "text" };
  if (call) yield toPart(call);
  if (options.includeRawChunks) {
    const said = call ? { tool_call: call } : { text };
    yield { type: "raw", rawValue: { ...said, finish_reason: finishReason.raw, usage: usage.raw } };
  }
  yield { type: "finish", finishReason, usage };
}

/** A pull stream, so that the writer stops when the reader stops. */
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

/** A tool call that does not fit the cap is left out completely, because a partial input is useless. */
function calling(call: Call, { inputTokens, cap }: { inputTokens: number; cap: number }): Answer {
  const pieces = countPieces(call.name + call.input);
  const fits = pieces <= cap;
  return {
    text: "",
    call: fits ? call : null,
    finishReason: fits ? calledTool : cutOff,
    usage: usageOf(inputTokens, Math.min(pieces, cap)),
  };
}

const toPart = ({ id, name, input }: Call): LanguageModelV4ToolCall => ({
  type: "tool-call",
  toolCallId: id,
  toolName: name,
  input,
});

const finished: LanguageModelV4FinishReason = { unified: "stop", raw: "end_of_text" };
const calledTool: LanguageModelV4FinishReason = { unified: "tool-calls", raw: "tool_call" };
const cutOff: LanguageModelV4FinishReason = { unified: "length", raw: "output_cap" };

/** Every message costs a few tokens in addition to its text, as with real providers. */
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

/** Splits the text into portions that a reader can follow: whole lines or sentences, with short ones joined. */
function splitIntoDeltas(text: string): string[] {
  const deltas: string[] = [];
  let open = "";
  for (const [part] of text.matchAll(/[^\n.!?]*(?:[.!?]+(?=\s)\s*|[.!?]|\n+|$)/g)) {
    open += part;
    if (open.length < shortestDelta) continue;
    deltas.push(open);
    open = "";
  }
  if (open !== "") deltas.push(open);
  return deltas;
}

const shortestDelta = 120;

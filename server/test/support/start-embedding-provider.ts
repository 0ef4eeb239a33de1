import { createHash } from "node:crypto";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { startLoopback } from "./start-loopback.ts";

const OpenAiAsked = z.object({ model: z.string(), input: z.array(z.string()) });
const GoogleAsked = z.object({
  requests: z.array(
    z.object({ content: z.object({ parts: z.array(z.object({ text: z.string() })) }), taskType: z.string() }),
  ),
});

export type EmbeddingProvider = Awaited<ReturnType<typeof startEmbeddingProvider>>;

/** The words that this provider treats as synonyms. */
const meanings = new Map([
  ["guests", "visitors"],
  ["travel", "driven"],
]);

/**
 * Starts an embedding provider on loopback, with OpenAI's and Google's formats. A vector counts the words of a text by their
 * hashes. The provider counts one token per word, and reports this count in OpenAI's format only.
 */
export async function startEmbeddingProvider({ dimensions = 768 } = {}) {
  const state = { asked: 0, texts: [] as string[], paths: [] as string[], taskTypes: [] as string[], refuse: 0 };
  const server = await startLoopback(async (request, response) => {
    const body = await json(request);
    state.asked += 1;
    state.paths.push(request.url ?? "");
    const say = (status: number, answer: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    if (state.refuse > 0)
      return say(state.refuse, {
        error: { message: "Not now.", type: state.refuse === 429 ? "rate_limit_error" : "server_error" },
      });
    if (request.url?.includes(":batchEmbedContents")) {
      const { requests } = GoogleAsked.parse(body);
      const texts = requests.map(({ content }) => content.parts.map(({ text }) => text).join(""));
      state.texts.push(...texts);
      state.taskTypes.push(...requests.map(({ taskType }) => taskType));
      return say(200, { embeddings: texts.map((text) => ({ values: vectorOf(text, dimensions) })) });
    }
    const { input } = OpenAiAsked.parse(body);
    state.texts.push(...input);
    const tokens = input.reduce((sum, text) => sum + wordsIn(text).length, 0);
    return say(200, {
      data: input.map((text, index) => ({ index, object: "embedding", embedding: vectorOf(text, dimensions) })),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
  });
  return { ...server, state };
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? ["."];

/** Deliberately not of length 1, to test that the receiver normalises vectors. */
export function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array<number>(dimensions).fill(0);
  for (const word of wordsIn(text)) {
    const place =
      createHash("sha256")
        .update(meanings.get(word) ?? word)
        .digest()
        .readUInt32BE() % dimensions;
    vector[place] = (vector[place] ?? 0) + 3;
  }
  return vector;
}

import type { LocalEmbedder } from "../../server/src/llm/memory/index.ts";
import { askEmbeddings, type ModelSettings, readyEmbedding } from "../../server/src/llm/models/index.ts";
import type { DataSet } from "./read-data.ts";

/** The number of texts that every provider accepts in one request. */
const perRequest = 64;

/**
 * The embeddings of a configured provider. As in the product, its key comes from the environment and its models from
 * the data folder. The provider is called without a wallet, because the price of a search is not measured here. Some
 * models embed questions differently from passages, so questions are recognized by their texts.
 */
export function providerEmbedder(model: string, settings: ModelSettings, { questions }: DataSet): LocalEmbedder {
  const ready = readyEmbedding(model, settings);
  const asked = new Set(questions.map(({ text }) => text));

  async function ask(texts: readonly string[]): Promise<number[][]> {
    const purpose = texts.every((text) => asked.has(text)) ? "question" : "passage";
    const outcome = await askEmbeddings({ model: ready, texts, purpose });
    if (!outcome.ok) throw outcome.error;
    return outcome.vectors;
  }

  return {
    model,
    async embed(texts) {
      const vectors: number[][] = [];
      for (let from = 0; from < texts.length; from += perRequest)
        vectors.push(...(await ask(texts.slice(from, from + perRequest))));
      return vectors;
    },
    close: async () => undefined,
  };
}

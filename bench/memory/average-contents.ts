import type { LocalEmbedder } from "../../server/src/llm/memory/index.ts";
import type { MadeData } from "./make-data.ts";

/**
 * Gives each generated passage the mean of the vectors of its sentences, so that each sentence is embedded only once.
 * Embedding ten thousand passages one by one would take the embedded model half an hour. Questions are embedded by the model
 * itself.
 */
export function averageContents(embedder: LocalEmbedder, { sentencesOf }: MadeData): LocalEmbedder {
  const known = new Map<string, number[]>();
  const vectorOf = async (text: string): Promise<number[]> => {
    const sentences = sentencesOf(text);
    if (sentences.length === 0) return (await embedder.embed([text]))[0] ?? [];
    const missing = [...new Set(sentences)].filter((one) => !known.has(one));
    const vectors = missing.length > 0 ? await embedder.embed(missing) : [];
    for (const [index, one] of missing.entries()) known.set(one, vectors[index] ?? []);
    return mean(sentences.map((one) => known.get(one) ?? []));
  };
  return {
    ...embedder,
    async embed(texts) {
      const vectors: number[][] = [];
      for (const text of texts) vectors.push(await vectorOf(text));
      return vectors;
    },
  };
}

/** The mean is scaled to length 1, like the model's own vectors. */
function mean(vectors: readonly number[][]): number[] {
  const sum = (vectors[0] ?? []).map((_, at) => vectors.reduce((total, one) => total + (one[at] ?? 0), 0));
  const length = Math.hypot(...sum);
  return sum.map((one) => one / length);
}

import type { LocalEmbedder } from "../../server/src/llm/memory/index.ts";

/**
 * Caches the vectors of contents. A request with several texts has contents to index; a request with a single text is a
 * question.
 */
export function rememberContents(embedder: LocalEmbedder): LocalEmbedder {
  const known = new Map<string, number[]>();
  return {
    ...embedder,
    async embed(texts) {
      if (texts.length === 1)
        return known.has(texts[0] ?? "") ? [known.get(texts[0] ?? "") ?? []] : embedder.embed(texts);
      const missing = texts.filter((text) => !known.has(text));
      const vectors = missing.length > 0 ? await embedder.embed(missing) : [];
      for (const [index, text] of missing.entries()) known.set(text, vectors[index] ?? []);
      return texts.map((text) => known.get(text) ?? []);
    },
  };
}

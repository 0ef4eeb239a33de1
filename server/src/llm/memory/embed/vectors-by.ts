import type { UserDb } from "#platform";
import type { Embedder } from "./embedder.ts";

/**
 * Vectors by the model that searches use now. Until a provider's model has taken over, that may be the embedded model; null if
 * it is another provider's model, which is no longer paid for.
 */
export async function vectorsBy(
  model: string,
  { embedder, db, questions }: { embedder: Embedder; db: UserDb; questions: readonly string[] },
): Promise<number[][] | null> {
  if ("embed" in embedder) return embedder.model === model ? embedder.embed(questions) : null;
  if (embedder.model === model) return embedder.embedQuestions(db, questions);
  return embedder.before.model === model ? embedder.before.embed(questions) : null;
}

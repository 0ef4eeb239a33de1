import type { UserDb } from "#platform";
import type { Embedder } from "./embedder.ts";

/**
 * Embeds the questions with the model that searches use now: the embedder's own model or, until a provider's model has
 * taken over, the built-in model. Returns null for a model that is no longer configured.
 */
export async function vectorsBy(
  model: string,
  { embedder, db, questions }: { embedder: Embedder; db: UserDb; questions: readonly string[] },
): Promise<number[][] | null> {
  if ("embed" in embedder) return embedder.model === model ? embedder.embed(questions) : null;
  if (embedder.model === model) return embedder.embedQuestions(db, questions);
  return embedder.before.model === model ? embedder.before.embed(questions) : null;
}

import type { UserDb } from "#platform";
import type { Embedder } from "./embedder.ts";

/** While a provider's model has not taken over, the embedded one goes on serving; another provider's is not paid any more. */
export async function vectorsBy(
  model: string,
  { embedder, db, questions }: { embedder: Embedder; db: UserDb; questions: readonly string[] },
): Promise<number[][] | null> {
  if ("embed" in embedder) return embedder.model === model ? embedder.embed(questions) : null;
  if (embedder.model === model) return embedder.embedQuestions(db, questions);
  return embedder.before.model === model ? embedder.before.embed(questions) : null;
}

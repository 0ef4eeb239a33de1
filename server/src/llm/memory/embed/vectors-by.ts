import type { UserDb } from "#platform";
import type { Embedder } from "./embedder.ts";

/** Until a provider's model has taken over, the embedded one is used; the previous provider's is no longer paid for. */
export async function vectorsBy(
  model: string,
  { embedder, db, questions }: { embedder: Embedder; db: UserDb; questions: readonly string[] },
): Promise<number[][] | null> {
  if ("embed" in embedder) return embedder.model === model ? embedder.embed(questions) : null;
  if (embedder.model === model) return embedder.embedQuestions(db, questions);
  return embedder.before.model === model ? embedder.before.embed(questions) : null;
}

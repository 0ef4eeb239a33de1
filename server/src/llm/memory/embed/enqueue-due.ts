import { enqueue } from "#jobs";
import { sha256, type Tx } from "#platform";
import { laneOf } from "./embedder.ts";
import * as store from "./embeddings.store.ts";

/**
 * Has the background do what is due of a source, or of all the owner's: embeddings that are missing, words to be reduced
 * anew. Answers how many jobs there are; what is asked for already is not asked for again.
 */
export async function enqueueDue(db: Tx, input: { model: string | null; sourceId?: bigint }): Promise<number> {
  const due = await store.selectDue(db, input);
  for (const { id, key, state } of due) {
    await enqueue(db, {
      kind: "index",
      payload: { sourceId: String(id) },
      // No work of the project: it must neither keep it from being deleted nor show among what it waits for.
      label: `Index ${key}`,
      model: laneOf(input.model),
      idempotencyKey: `index:${id}:${sha256(`${input.model}:${state}`).slice(0, 16)}`,
      // After everything somebody waits for.
      priority: -10,
    });
  }
  return due.length;
}

import { enqueue } from "#jobs";
import { sha256, type Tx } from "#platform";
import { laneOf } from "./embedder.ts";
import * as store from "./embeddings.store.ts";

/**
 * Enqueues the missing work of a source, or of all sources of the owner: embeddings, and stemming by current rules. Returns the
 * number of jobs; work that is already enqueued is not enqueued again.
 */
export async function enqueueDue(db: Tx, input: { model: string | null; sourceId?: bigint }): Promise<number> {
  const due = await store.selectDue(db, input);
  for (const { id, key, state } of due) {
    await enqueue(db, {
      kind: "index",
      payload: { sourceId: String(id) },
      // The job has no project, because it must not block a project's deletion or appear as a project's work.
      label: `Index ${key}`,
      model: laneOf(input.model),
      idempotencyKey: `index:${id}:${sha256(`${input.model}:${state}`).slice(0, 16)}`,
      // Runs after all other jobs.
      priority: -10,
    });
  }
  return due.length;
}

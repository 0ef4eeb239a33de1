import type { Database } from "#platform";
import * as store from "./embeddings.store.ts";
import { enqueueDue } from "./enqueue-due.ts";

/**
 * Enqueues the index jobs that are missing, for all users. They are missing if another embedding model was chosen, if the
 * database was moved to a PostgreSQL server with other stemming rules, or if earlier jobs ran out of retries. Returns the
 * number of jobs.
 */
export async function catchUp(database: Database, { model }: { model: string | null }): Promise<number> {
  const owners = await database.asSystem((db) => store.selectOwnersDue(db, model), { single: true });
  let jobs = 0;
  for (const owner of owners) jobs += await database.as(owner).tx((db) => enqueueDue(db, { model }));
  return jobs;
}

import type { JobId, UserId } from "@dialectic/contract";
import type { Database } from "#platform";
import { completeJobs } from "../leases/attempts.store.ts";
import type { Lease } from "../leases/leases.store.ts";
import type { Json } from "../new-job.ts";

type Attempt = Lease & { results: Json };
type Waiting = { attempt: Attempt; resolve: (held: boolean) => void; reject: (error: unknown) => void };

const largest = 100;

export type Completions = {
  /**
   * Completes a job that has results but no other effects. Returns false if the job was no longer held; then nothing
   * changed.
   */
  complete(ownerId: UserId, attempt: Attempt): Promise<boolean>;
};

/**
 * Jobs of one owner that finish during a commit share the next commit. Events are numbered under a lock that is held until
 * the commit is done, so commits run one after another. Without batches, a busy queue would wait for one commit per job.
 * Each job is still fenced individually.
 */
export function createCompletions(database: Database): Completions {
  const queues = new Map<UserId, Waiting[]>();

  async function commit(ownerId: UserId, batch: Waiting[]): Promise<void> {
    try {
      const attempts = batch.map((waiting) => waiting.attempt);
      const held = new Set<JobId>(await database.as(ownerId).tx((db) => completeJobs(db, attempts), { single: true }));
      for (const { attempt, resolve } of batch) resolve(held.has(attempt.id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(ownerId: UserId, queue: Waiting[]): Promise<void> {
    // Jobs that finish in the same tick join this batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await commit(ownerId, queue.splice(0, largest));
    queues.delete(ownerId);
  }

  return {
    complete: (ownerId, attempt) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(ownerId);
        if (queue) queue.push({ attempt, resolve, reject });
        else {
          const first = [{ attempt, resolve, reject }];
          queues.set(ownerId, first);
          void drain(ownerId, first);
        }
      }),
  };
}

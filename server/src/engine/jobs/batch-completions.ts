import type { JobId, UserId } from "@dialectic/contract";
import type { Database } from "#platform";
import type { Claim } from "./claims.store.ts";
import type { Json } from "./new-job.ts";
import { completeJobs } from "./turns.store.ts";

type Turn = Claim & { results: Json };
type Waiting = { turn: Turn; resolve: (held: boolean) => void; reject: (error: unknown) => void };

const largest = 100;

export type Completions = {
  /** Completes a job whose effects are nothing but its results. False: it was no longer held, and nothing happened. */
  complete(ownerId: UserId, turn: Turn): Promise<boolean>;
};

/**
 * Jobs of one owner that finish while a commit is under way share the next one: with events numbered in commit
 * order, commits are what a busy queue waits for. Each job is still fenced by itself.
 */
export function createCompletions(database: Database): Completions {
  const queues = new Map<UserId, Waiting[]>();

  async function commit(ownerId: UserId, batch: Waiting[]): Promise<void> {
    try {
      const turns = batch.map((waiting) => waiting.turn);
      const held = new Set<JobId>(await database.as(ownerId).tx((db) => completeJobs(db, turns), { single: true }));
      for (const { turn, resolve } of batch) resolve(held.has(turn.id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(ownerId: UserId, queue: Waiting[]): Promise<void> {
    // Whoever finishes in the same tick is still to come.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await commit(ownerId, queue.splice(0, largest));
    queues.delete(ownerId);
  }

  return {
    complete: (ownerId, turn) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(ownerId);
        if (queue) queue.push({ turn, resolve, reject });
        else {
          const first = [{ turn, resolve, reject }];
          queues.set(ownerId, first);
          void drain(ownerId, first);
        }
      }),
  };
}

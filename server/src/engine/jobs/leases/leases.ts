import { setTimeout as wait } from "node:timers/promises";
import { AppError, type Database } from "#platform";
import type { Attempt } from "./attempt.ts";
import { endAllLeases, renewLeases } from "./leases.store.ts";

const firstDelayMs = 100;
const longestDelayMs = 2_000;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError && error.code === "database_unreachable";

/**
 * Waits until the database answers again and renews the lease of this attempt. The lease may have expired in the meantime: the
 * worker keeps the job as long as no other worker leased it. False: the job is lost, or the worker is stopping.
 */
export async function regainLease(
  tools: { database: Database; name: string; leaseMs: number },
  attempt: Attempt,
): Promise<boolean> {
  const held = { worker: tools.name, leases: [attempt.job], leaseMs: tools.leaseMs };
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
    await wait(delayMs);
    if (attempt.stopped === "lease-lost" || attempt.stopped === "shutdown") return false;
    try {
      const { renewed } = await tools.database.asSystem((db) => renewLeases(db, held), { single: true });
      return renewed.includes(attempt.job.id);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
}

/**
 * Ends every lease now, so that the jobs of a dead worker run again at once. For an embedded database that was just opened:
 * it has one opener at a time, so every worker with a lease is dead.
 */
export const expireAllLeases = (database: Database): Promise<void> => database.asOwner(endAllLeases);

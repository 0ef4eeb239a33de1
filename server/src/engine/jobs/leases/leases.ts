import { setTimeout as wait } from "node:timers/promises";
import { AppError, type Database, type Log } from "#platform";
import type { Attempt } from "./attempt.ts";
import { areLeasesTrusted, endAllLeases, renewLeases } from "./leases.store.ts";

const firstDelayMs = 100;
const longestDelayMs = 2_000;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError && error.code === "database_unreachable";

export const isLeaseLost = (error: unknown): boolean => error instanceof AppError && error.code === "lease_lost";

/**
 * Repeats `act` while the database does not answer, until `signal` aborts. A commit may have succeeded although its
 * acknowledgement was lost. So `act` must be safe to repeat; its argument is true if this is a repetition.
 */
export async function repeatWhileUnreachable<T>(
  { log, signal }: { log: Log; signal: AbortSignal },
  act: (isRepeated: boolean) => Promise<T>,
): Promise<T> {
  let isRepeated = false;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
    try {
      return await act(isRepeated);
    } catch (error) {
      if (!isUnreachable(error) || signal.aborted) throw error;
      isRepeated = true;
      log.warn("The database does not answer. The write is repeated when it does.");
      await wait(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Waits until the database answers again and renews the lease of this attempt. The lease may have expired in the meantime:
 * the worker keeps the job unless another worker has leased it. Returns false if the job is lost or the worker is stopping.
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
      const { renewed, lost } = await tools.database.asSystem((db) => renewLeases(db, held), { single: true });
      if (renewed.includes(attempt.job.id)) return true;
      if (lost.includes(attempt.job.id)) return false;
      // Neither renewed nor lost: the job's row is locked, perhaps by a transaction of ours that the outage interrupted and
      // that PostgreSQL has not ended yet.
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
}

/**
 * Like `regainLease`, for an attempt whose write was refused because its lease had expired. After an outage the lease can be
 * regained: PostgreSQL may have received the write before the outage and run it only afterwards. Without an outage, the
 * lease is lost, and the function returns false.
 */
export async function regainExpired(tools: Parameters<typeof regainLease>[0], attempt: Attempt): Promise<boolean> {
  const isTrusted = await tools.database.asSystem(areLeasesTrusted, { single: true }).catch((error: unknown) => {
    if (isUnreachable(error)) return false;
    throw error;
  });
  return !isTrusted && (await regainLease(tools, attempt));
}

/**
 * Repeats a handler's write while the database does not answer. The write must be safe to repeat, for example because it
 * carries a key. If the lease expired meanwhile, it is regained first; if it cannot be regained, the write's error is thrown.
 */
export async function repeatThroughOutages<T>(
  tools: Parameters<typeof regainLease>[0] & { log: Log },
  attempt: Attempt,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await repeatWhileUnreachable({ log: tools.log, signal: attempt.signal }, write);
    } catch (error) {
      if (!isLeaseLost(error) || attempt.signal.aborted || !(await regainExpired(tools, attempt))) throw error;
    }
  }
}

/**
 * Ends every lease now, so that the jobs of a dead worker run again immediately. Use it only for an embedded database that
 * has just been opened: one process at a time can open it, so every worker with a lease is dead.
 */
export const expireAllLeases = (database: Database): Promise<void> => database.asOwner(endAllLeases);

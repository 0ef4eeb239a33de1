import { setTimeout as wait } from "node:timers/promises";
import { AppError, type Database } from "#platform";
import { renewLeases } from "./claims.store.ts";
import type { Turn } from "./turn.ts";

const firstDelayMs = 100;
const longestDelayMs = 2_000;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError && error.code === "database_unreachable";

/**
 * Waits until the database answers again and renews the lease of this turn. The lease may have expired meanwhile: the
 * job is still ours as long as no other worker took it. False: it is not ours any more, or the worker is stopping.
 */
export async function regainLease(
  tools: { database: Database; name: string; leaseMs: number },
  turn: Turn,
): Promise<boolean> {
  const held = { worker: tools.name, claims: [turn.job], leaseMs: tools.leaseMs };
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
    await wait(delayMs);
    if (turn.stopped === "lease-lost" || turn.stopped === "shutdown") return false;
    try {
      const { renewed } = await tools.database.asNobody((db) => renewLeases(db, held), { single: true });
      return renewed.includes(turn.job.id);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
}

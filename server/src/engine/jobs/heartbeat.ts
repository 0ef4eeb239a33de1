import type { JobId } from "@dialectic/contract";
import type { Database, Log } from "#platform";
import { renewLeases } from "./claims.store.ts";
import type { Turn } from "./turn.ts";

export type Heartbeat = {
  /** Renews the leases now: a job was cancelled somewhere, and it may be one of ours. */
  beat(): Promise<void>;
  stop(): void;
};

/**
 * Renews the leases of all turns at a third of their length, so that two beats may be missed. While the database does
 * not answer, turns go on: an answer that is paid for is saved when the database is back.
 */
export function createHeartbeat(tools: {
  database: Database;
  worker: string;
  leaseMs: number;
  log: Log;
  turns: ReadonlyMap<JobId, Turn>;
}): Heartbeat {
  let beating: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const turns = [...tools.turns.values()];
    if (turns.length === 0) return;
    const claims = turns.map((turn) => turn.job);
    const held = { worker: tools.worker, claims, leaseMs: tools.leaseMs };
    const renewal = await tools.database.asNobody((db) => renewLeases(db, held), { single: true });
    const lost = new Set(renewal.lost);
    const cancelled = new Set(renewal.cancelled);
    for (const turn of turns) {
      // A turn that ended while we asked is not lost but done, and no longer among ours.
      if (tools.turns.get(turn.job.id) !== turn) continue;
      if (lost.has(turn.job.id)) turn.stop("lease-lost");
      else if (cancelled.has(turn.job.id)) turn.stop("cancelled");
    }
  }

  function beat(): Promise<void> {
    // A beat under way may have looked too early for what this one is about.
    const before = beating ?? Promise.resolve();
    const own: Promise<void> = before
      .then(renew)
      .catch((error: unknown) => tools.log.warn("The leases were not renewed.", { error }))
      .finally(() => {
        if (beating === own) beating = undefined;
      });
    beating = own;
    return own;
  }

  const timer = setInterval(() => {
    if (!beating) void beat();
  }, tools.leaseMs / 3);
  return { beat, stop: () => clearInterval(timer) };
}

import type { JobId } from "@dialectic/contract";
import type { Database, Log } from "#platform";
import { type RenewalRow, renewal, toRenewal } from "./claims.store.ts";
import type { Turn } from "./turn.ts";

export type Heartbeat = {
  /** Call it before a handler of new jobs starts: from then on their leases are renewed, even if the handler blocks the main thread. */
  hold(): void;
  /** Renews the leases now: a job was cancelled somewhere, and it may be one of ours. */
  beat(): void;
  stop(): Promise<void>;
};

/**
 * Renews the leases of all turns at a third of their length, so that two renewals may fail. On a server a thread of its own does
 * that, so that a handler may block the main thread; one that blocks it for longer than `maxBlockMs` is taken for dead.
 * While the database does not answer, turns go on: an answer that is paid for is saved when the database is back.
 */
export function createHeartbeat(tools: {
  database: Database;
  worker: string;
  leaseMs: number;
  maxBlockMs: number;
  log: Log;
  turns: ReadonlyMap<JobId, Turn>;
}): Heartbeat {
  const { worker, leaseMs } = tools;
  const everyMs = leaseMs / 3;
  const renewals = tools.database.repeat<RenewalRow, Turn[]>({
    everyMs,
    maxSilenceMs: tools.maxBlockMs,
    onRows: (rows, turns) => stopLost(toRenewal(rows), turns),
    onError: (error) => tools.log.warn("The leases were not renewed.", { error }),
  });

  function stopLost({ lost, cancelled }: ReturnType<typeof toRenewal>, turns: Turn[]): void {
    for (const turn of turns) {
      // A turn that ended meanwhile is not lost but done, and no longer among ours.
      if (tools.turns.get(turn.job.id) !== turn) continue;
      if (lost.includes(turn.job.id)) turn.stop("lease-lost");
      else if (cancelled.includes(turn.job.id)) turn.stop("cancelled");
    }
  }

  function hold(): void {
    const turns = [...tools.turns.values()];
    const claims = turns.map((turn) => turn.job);
    renewals.set(turns.length === 0 ? null : (db) => renewal(db, { worker, claims, leaseMs }), turns);
  }

  const timer = setInterval(hold, everyMs); // also tells the thread that the main thread is alive
  return {
    hold,
    beat() {
      hold();
      renewals.runNow();
    },
    async stop() {
      clearInterval(timer);
      await renewals.stop();
    },
  };
}

import type { JobId } from "@dialectic/contract";
import type { Database, Log } from "#platform";
import type { Attempt } from "../leases/attempt.ts";
import { type Lease, type RenewalRow, renewal, renewedLeases, toRenewal } from "../leases/leases.store.ts";

export type Heartbeat = {
  /** Call it once, when the worker starts. */
  start(): void;
  /**
   * Call it before the handlers of newly leased jobs start: from then on the leases of these jobs are renewed, even if a
   * handler blocks the main thread.
   */
  hold(): void;
  /** Renews the leases now. Call it after a job was cancelled: the renewal reports this worker's cancelled jobs. */
  beat(): void;
  stop(): Promise<void>;
};

/**
 * Renews the leases of all attempts three times per lease period, so that two renewals may fail. With a database
 * server, a separate thread renews them, so that a handler may block the main thread; a worker whose main thread is
 * blocked for longer than `maxBlockMs` counts as dead. While the database does not answer, attempts continue: an answer
 * that is paid for is saved when the database is back.
 */
export function createHeartbeat(tools: {
  database: Database;
  worker: string;
  leaseMs: number;
  maxBlockMs: number;
  log: Log;
  attempts: ReadonlyMap<JobId, Attempt>;
}): Heartbeat {
  const { worker, leaseMs } = tools;
  const everyMs = leaseMs / 3;
  const renewals = tools.database.repeat<RenewalRow>({
    everyMs,
    maxSilenceMs: tools.maxBlockMs,
    onRows: (rows, parameters) => stopLost(toRenewal(rows), renewedLeases(parameters)),
    onError: (error) => tools.log.warn("The leases were not renewed.", { error }),
  });

  function stopLost({ lost, cancelled }: ReturnType<typeof toRenewal>, leases: Lease[]): void {
    for (const { id, fence } of leases) {
      const attempt = tools.attempts.get(id);
      // An attempt that ended during the renewal is reported as lost, but it is done and no longer in our list.
      if (attempt?.job.fence !== fence) continue;
      if (lost.includes(id)) attempt.stop("lease-lost");
      else if (cancelled.includes(id)) attempt.stop("cancelled");
    }
  }

  function hold(): void {
    const leases = Array.from(tools.attempts.values(), (attempt) => attempt.job);
    renewals.set(leases.length === 0 ? null : () => renewal({ worker, leases, leaseMs }));
  }

  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      timer = setInterval(hold, everyMs); // also tells the renewing thread that the main thread is alive
    },
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

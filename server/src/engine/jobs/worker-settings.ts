import { hostname } from "node:os";
import { type Clock, type Database, type Log, systemClock, uuidv7 } from "#platform";
import type { ModelJudge } from "./callable-models.ts";
import type { JobKinds } from "./kinds.ts";

export type WorkerOptions = {
  database: Database;
  kinds: JobKinds;
  log: Log;
  clock?: Clock;
  /** How others see it in leases; made up from host and process by default. */
  name?: string;
  /** How many jobs it runs at once. */
  concurrency?: number;
  leaseMs?: number;
  /** How long a handler may block the main thread. After that the worker counts as dead and loses its jobs. */
  maxBlockMs?: number;
  /** How often it looks for jobs without being notified. */
  pollMs?: number;
  /** False: no notifications, polling alone. */
  notify?: boolean;
  /** The first step of the exponential backoff between tries. */
  backoffMs?: number;
  /** How long a job is retried whose provider is down or rate limits, from the first error in a row. */
  retryWindowMs?: number;
  /** How long running jobs may go on once it is to stop, before they are told to; then as long again to obey. */
  drainMs?: number;
  random?: () => number;
  /** The newest migration that this program knows: a database that has another one gives the worker no jobs. */
  build?: number | undefined;
  /** Which models this process can call, where other workers may do what it cannot. Absent: it takes every job. */
  models?: ModelJudge | undefined;
};

export type WorkerSettings = Required<WorkerOptions>;

export function workerSettings(options: WorkerOptions): WorkerSettings {
  const { leaseMs = 30_000, pollMs = 1_000, ...given } = options;
  return {
    clock: systemClock,
    name: `${hostname()}-${process.pid}-${uuidv7().slice(-6)}`,
    concurrency: 8,
    maxBlockMs: 5 * 60_000,
    notify: true,
    backoffMs: 1_000,
    retryWindowMs: 15 * 60_000,
    drainMs: 2_000,
    random: Math.random,
    build: undefined,
    models: undefined,
    ...given,
    leaseMs,
    // A dead worker's jobs are found by looking: often enough to take them over well within a second lease.
    pollMs: Math.min(pollMs, leaseMs / 3),
  };
}

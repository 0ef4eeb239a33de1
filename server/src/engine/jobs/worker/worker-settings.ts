import { hostname } from "node:os";
import { type Clock, type Database, type Log, systemClock, uuidv7 } from "#platform";
import type { JobKinds } from "../kinds.ts";
import type { ModelJudge } from "./callable-models.ts";

export type WorkerOptions = {
  database: Database;
  kinds: JobKinds;
  log: Log;
  clock?: Clock;
  /** The worker's name in leases; by default derived from the host name and the process id. */
  name?: string;
  /** The number of jobs that the worker runs concurrently. */
  concurrency?: number;
  leaseMs?: number;
  /** Longest time that a handler may block the main thread. After that the worker counts as dead and loses its jobs. */
  maxBlockMs?: number;
  /** Time between two polls for jobs. */
  pollMs?: number;
  /** If false, the worker only polls and receives no notifications. */
  notify?: boolean;
  /** The longest delay before the first retry. It doubles with each further retry. */
  backoffMs?: number;
  /**
   * A job is retried this long while its provider is down or throttles calls, counted from the first of the consecutive
   * errors.
   */
  retryWindowMs?: number;
  /**
   * Running jobs may continue this long during shutdown before they are told to stop; then they have as long again to stop.
   */
  drainMs?: number;
  random?: () => number;
  /** The hash of the schema that this program was written for: a database whose schema has another hash gives the worker no jobs. */
  build?: string | undefined;
  /**
   * Determines which models this process can call. Set if other workers may be able to call other models. If absent,
   * the worker leases every job.
   */
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
    // Polls often enough to take over the jobs of dead workers soon after their leases expire.
    pollMs: Math.min(pollMs, leaseMs / 3),
  };
}

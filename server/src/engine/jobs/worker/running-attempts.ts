import type { JobId, UserId } from "@dialectic/contract";
import { within } from "#platform";
import type { HeldJob } from "../kinds.ts";
import { type Attempt, createAttempt } from "../leases/attempt.ts";
import { handBack } from "../leases/attempts.store.ts";
import { type AttemptTools, runAttempt } from "./run-attempt.ts";
import type { WorkerSettings } from "./worker-settings.ts";

/** The running attempts of a worker, from the lease until the outcome is recorded. */
export type RunningAttempts = {
  readonly byJob: ReadonlyMap<JobId, Attempt>;
  /** The number of further jobs that the worker may lease. */
  room(): number;
  begin(jobs: readonly HeldJob[]): void;
  /** Waits for attempts to end, aborts those that still run, and hands back the jobs of those that ignore the signal. */
  drain(): Promise<void>;
};

type Told = {
  /** Called when new jobs are in `byJob`, before any of their handlers starts. */
  onBegin(): void;
  /** Called when a handler is done: another handler may start while the outcome is recorded. */
  onHandled(): void;
  onEnded(): void;
};

export function createRunningAttempts(
  tools: AttemptTools & WorkerSettings,
  { onBegin, onHandled, onEnded }: Told,
): RunningAttempts {
  const { database, log, concurrency, drainMs } = tools;
  const attempts = new Map<JobId, Attempt>();
  const ends = new Set<Promise<void>>();
  let handlers = 0;

  function list(attempt: Attempt): void {
    attempts.get(attempt.job.id)?.stop("lease-lost"); // the job's lease expired, and this worker itself leased the job again
    attempts.set(attempt.job.id, attempt);
  }

  function run(attempt: Attempt): void {
    handlers += 1;
    const handled = () => {
      handlers -= 1;
      onHandled();
    };
    const end = runAttempt(tools, attempt, handled).finally(() => {
      ends.delete(end);
      if (attempts.get(attempt.job.id) === attempt) attempts.delete(attempt.job.id);
      onEnded();
    });
    ends.add(end);
  }

  /** Handlers that ignore their signal lose their jobs; the fence refuses what they still write. */
  async function handBackTheRest(): Promise<void> {
    const rest = Map.groupBy(attempts.values(), (attempt): UserId => attempt.job.ownerId);
    for (const [ownerId, left] of rest) {
      for (const attempt of left) attempt.stop("lease-lost");
      const jobs = left.map((attempt) => attempt.job);
      const back = database.as(ownerId).tx((db) => handBack(db, jobs), { single: true });
      await back.catch((error: unknown) =>
        log.error("Jobs could not be handed back; their leases will expire.", { error }),
      );
    }
  }

  return {
    byJob: attempts,
    // Other jobs may start while outcomes are recorded. At most four times `concurrency` attempts are open at a time.
    room: () => Math.max(0, Math.min(concurrency - handlers, 4 * concurrency - attempts.size)),
    begin(jobs) {
      const begun = jobs.map(createAttempt);
      begun.forEach(list);
      onBegin();
      begun.forEach(run);
    },
    async drain() {
      await within(drainMs, Promise.all(ends));
      for (const attempt of attempts.values()) attempt.stop("shutdown");
      await within(drainMs, Promise.all(ends));
      await handBackTheRest();
    },
  };
}

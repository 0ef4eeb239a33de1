import { AppError } from "#platform";
import { createAlarm } from "./alarm.ts";
import { createCompletions } from "./batch-completions.ts";
import { createCallableModels } from "./callable-models.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createJobFinder } from "./job-finder.ts";
import { createRunningAttempts } from "./running-attempts.ts";
import { type WorkerOptions, workerSettings } from "./worker-settings.ts";

export type Worker = {
  readonly name: string;
  start(): Promise<void>;
  /** Stops leasing jobs, then lets running jobs finish or hands them back. Takes a few seconds at most. */
  stop(): Promise<void>;
  /** Resolves when the worker runs no job and finds none to run. */
  idle(): Promise<void>;
  /** Resolves when the database refuses this worker permanently because another build migrated it. The worker then leases nothing more. */
  readonly refused: Promise<AppError>;
};

/** Leases jobs, runs their handlers and renews their leases. Nothing else in the product runs jobs. */
export function createWorker(options: WorkerOptions): Worker {
  const settings = workerSettings(options);
  const { database, log, name, pollMs } = settings;
  const alarm = createAlarm();
  const finder = createJobFinder(settings, () => [...attempts.byJob.values()].map(({ job }) => job));
  const callable = settings.models && createCallableModels(settings, settings.models);
  const idlers = new Set<() => void>();
  const stoppers: (() => unknown)[] = [];
  let mayBeMore = true; // whether the last lease returned as many jobs as requested
  let working: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  const refused = Promise.withResolvers<AppError>();

  const attempts = createRunningAttempts(
    { ...settings, completions: createCompletions(database), wakeAfter: alarm.ringAfter, callable },
    {
      onBegin: () => heartbeat.hold(),
      onHandled() {
        if (mayBeMore) alarm.ring();
      },
      onEnded() {
        // The end of this job may have made other jobs runnable. If notifications are off, nothing else announces them.
        if (mayBeMore || !settings.notify || idlers.size > 0) alarm.ring();
      },
    },
  );

  const heartbeat = createHeartbeat({ ...settings, worker: name, attempts: attempts.byJob });

  async function start(): Promise<void> {
    heartbeat.start();
    if (settings.notify) {
      stoppers.push(await database.listen("dialectic_jobs", alarm.ring));
      stoppers.push(await database.listen("dialectic_cancels", heartbeat.beat));
      if (callable) stoppers.push(await database.listen("dialectic_models", expectNewModels));
    }
    working = work();
  }

  function expectNewModels(): void {
    callable?.expectNew();
    alarm.ring();
  }

  async function work(): Promise<void> {
    while (!stopping) {
      let napMs = pollMs * (0.75 + settings.random() / 2);
      try {
        // Only callers that called idle() before this lease are told, and only if no job was running then: a later
        // caller or a running job may have added a job that this lease misses.
        const askers = attempts.byJob.size === 0 ? [...idlers] : [];
        const wanted = attempts.room();
        await callable?.refresh().catch((error: unknown) => {
          log.warn("This worker could not check which models it can call; it will retry.", { worker: name, error });
        });
        const leased = await lease(wanted);
        mayBeMore = leased === wanted;
        await finder.sweep();
        if (leased === 0) tellIdle(askers);
        if (mayBeMore && attempts.room() > 0) continue;
        if (!mayBeMore) napMs = Math.min(napMs, await finder.rateInMs());
      } catch (error) {
        if (error instanceof AppError && error.code === "database_newer") return refused.resolve(error);
        log.error("Leasing jobs failed; the worker will retry.", { worker: name, error });
      }
      await alarm.sleep(napMs);
    }
  }

  async function lease(max: number): Promise<number> {
    const jobs = await finder.lease(max);
    if (jobs.length > 0) attempts.begin(jobs);
    return jobs.length;
  }

  function tellIdle(askers: Iterable<() => void>): void {
    for (const tell of askers) {
      idlers.delete(tell);
      tell();
    }
  }

  async function shutDown(): Promise<void> {
    alarm.ring();
    await working;
    await attempts.drain();
    await heartbeat.stop();
    for (const stop of stoppers) await stop();
    await callable
      ?.forget()
      .catch((error: unknown) =>
        log.warn("This worker's reports on models could not be deleted; they expire soon.", { worker: name, error }),
      );
    tellIdle(idlers);
  }

  return {
    name,
    refused: refused.promise,
    start,
    stop: () => (stopping ??= shutDown()),
    idle: () =>
      new Promise((resolve) => {
        idlers.add(resolve);
        alarm.ring();
      }),
  };
}

import type { JobId, UserId } from "@dialectic/contract";
import { passPoint } from "#platform";
import { createAlarm } from "./alarm.ts";
import { createCompletions } from "./batch-completions.ts";
import { claimJobs, nextRateMs, sweepJob } from "./claims.store.ts";
import { createHeartbeat } from "./heartbeat.ts";
import type { HeldJob } from "./kinds.ts";
import { runTurn, type TurnTools } from "./run-turn.ts";
import { createTurn, type Turn } from "./turn.ts";
import { handBack } from "./turns.store.ts";
import { type WorkerOptions, workerSettings } from "./worker-settings.ts";

export type Worker = {
  readonly name: string;
  start(): Promise<void>;
  /** Claims nothing more, lets running jobs finish or hands them back; done within seconds. */
  stop(): Promise<void>;
  /** Resolves when it runs nothing and finds nothing to run. */
  idle(): Promise<void>;
};

/** Claims jobs, runs their handlers, keeps their leases; nothing else in the product moves a job by itself. */
export function createWorker(options: WorkerOptions): Worker {
  const settings = workerSettings(options);
  const { database, log, name, concurrency, leaseMs, pollMs, drainMs } = settings;
  const turns = new Map<JobId, Turn>();
  const ends = new Set<Promise<void>>();
  const alarm = createAlarm();
  const tools: TurnTools = { ...settings, completions: createCompletions(database), wakeAfter: alarm.ringAfter };
  const idlers = new Set<() => void>();
  const stoppers: (() => unknown)[] = [];
  let handlers = 0;
  let mayBeMore = true; // the last claim got all it wanted
  let nextSweep = 0;
  let nextRateLook = 0;
  let working: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  async function start(): Promise<void> {
    const heartbeat = createHeartbeat({ database, worker: name, leaseMs, log, turns });
    stoppers.push(heartbeat.stop);
    if (settings.notify) {
      stoppers.push(await database.listen("dialectic_jobs", alarm.ring));
      stoppers.push(await database.listen("dialectic_cancels", () => void heartbeat.beat()));
    }
    working = work();
  }

  async function work(): Promise<void> {
    while (!stopping) {
      let napMs = pollMs * (0.75 + settings.random() / 2);
      try {
        // Who asks from here on may mean a job this claim comes too early for; and so may what ends while it looks.
        const askers = turns.size === 0 ? [...idlers] : [];
        const wanted = room();
        const claimed = await claim(wanted);
        mayBeMore = claimed.length === wanted;
        await sweep();
        if (claimed.length === 0) tellIdle(askers);
        if (mayBeMore && room() > 0) continue;
        if (!mayBeMore) napMs = Math.min(napMs, await rateInMs());
      } catch (error) {
        log.error("Looking for jobs failed; trying again.", { worker: name, error });
      }
      await alarm.sleep(napMs);
    }
  }

  /** Jobs being recorded do not count as running, within bounds: the next may start while the last commit. */
  const room = () => Math.max(0, Math.min(concurrency - handlers, 4 * concurrency - turns.size));

  /** Until there are any rates, it is enough to look for them as often as it polls. */
  async function rateInMs(): Promise<number> {
    if (performance.now() < nextRateLook) return Number.POSITIVE_INFINITY;
    const ms = await database.asNobody((db) => nextRateMs(db, settings.kinds.names), { single: true });
    nextRateLook = ms === null ? performance.now() + pollMs : 0;
    return ms ?? Number.POSITIVE_INFINITY;
  }

  async function claim(max: number): Promise<HeldJob[]> {
    if (max === 0) return [];
    const asked = performance.now();
    const wish = { worker: name, kinds: settings.kinds.names, max, leaseMs };
    const jobs = await database.asNobody((db) => claimJobs(db, wish), { single: true });
    for (const job of jobs) passPoint("job claimed", job.kind);
    for (const job of jobs) begin(createTurn(job, asked + leaseMs));
    return jobs;
  }

  function begin(turn: Turn): void {
    turns.get(turn.job.id)?.stop("lease-lost"); // taken over from ourselves: we were too slow to renew it
    turns.set(turn.job.id, turn);
    handlers += 1;
    const handled = () => {
      handlers -= 1;
      if (mayBeMore) alarm.ring();
    };
    const end = runTurn(tools, turn, handled).finally(() => {
      ends.delete(end);
      if (turns.get(turn.job.id) === turn) turns.delete(turn.job.id);
      // What this job has made runnable is announced, unless we do not listen.
      if (mayBeMore || !settings.notify || idlers.size > 0) alarm.ring();
    });
    ends.add(end);
  }

  /** Jobs of dead workers that must not run again are ended here; those that may are claimed like any other. */
  async function sweep(): Promise<void> {
    if (performance.now() < nextSweep) return;
    while ((await database.asNobody(sweepJob, { single: true })) !== null);
    nextSweep = performance.now() + pollMs;
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
    await within(drainMs, Promise.all(ends));
    for (const turn of turns.values()) turn.stop("shutdown");
    await within(drainMs, Promise.all(ends));
    await handBackTheRest();
    for (const stop of stoppers) await stop();
    tellIdle(idlers);
  }

  /** Handlers that do not listen to their signal lose their jobs; whatever they still write is fenced off. */
  async function handBackTheRest(): Promise<void> {
    const rest = Map.groupBy(turns.values(), (turn): UserId => turn.job.ownerId);
    for (const [ownerId, left] of rest) {
      for (const turn of left) turn.stop("lease-lost");
      const jobs = left.map((turn) => turn.job);
      const back = database.as(ownerId).tx((db) => handBack(db, jobs), { single: true });
      await back.catch((error: unknown) =>
        log.error("Jobs could not be handed back; their leases will run out.", { error }),
      );
    }
  }

  return {
    name,
    start,
    stop: () => (stopping ??= shutDown()),
    idle: () =>
      new Promise((resolve) => {
        idlers.add(resolve);
        alarm.ring();
      }),
  };
}

/** Waits for it, but not longer. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

import { hostname } from "node:os";
import type { JobId, UserId } from "@dialectic/contract";
import { type Clock, type Database, type Log, systemClock, uuidv7 } from "#platform";
import { createAlarm } from "./alarm.ts";
import { claimJobs, sweepJob } from "./claims.store.ts";
import { createCompletions } from "./completions.ts";
import { createHeartbeat } from "./heartbeat.ts";
import type { HeldJob, JobKinds } from "./kinds.ts";
import { runTurn, type TurnTools } from "./run-turn.ts";
import { createTurn, type Turn } from "./turn.ts";
import { handBack } from "./turns.store.ts";

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
  /** How often it looks for jobs when nobody tells it of any. */
  pollMs?: number;
  /** False: no notifications, polling alone. */
  notify?: boolean;
  /** The first step of the exponential backoff between tries. */
  backoffMs?: number;
  /** How long running jobs may go on once it is to stop, before they are told to; then as long again to obey. */
  drainMs?: number;
  random?: () => number;
};

export type Worker = {
  readonly name: string;
  start(): Promise<void>;
  /** Claims nothing more, lets running jobs finish or hands them back; done within seconds. */
  stop(): Promise<void>;
  /** Resolves when it runs nothing and finds nothing to run. */
  idle(): Promise<void>;
};

export function createWorker(options: WorkerOptions): Worker {
  const { database, log, concurrency = 8, leaseMs = 30_000, drainMs = 2_000, random = Math.random } = options;
  const name = options.name ?? `${hostname()}-${process.pid}-${uuidv7().slice(-6)}`;
  const listening = options.notify !== false;
  // A dead worker's jobs are found by looking: often enough to take them over well within a second lease.
  const pollMs = Math.min(options.pollMs ?? 1_000, leaseMs / 3);
  const tools: TurnTools = {
    database,
    log,
    random,
    kinds: options.kinds,
    completions: createCompletions(database),
    clock: options.clock ?? systemClock,
    backoffMs: options.backoffMs ?? 1_000,
  };
  const turns = new Map<JobId, Turn>();
  const ends = new Set<Promise<void>>();
  const alarm = createAlarm();
  const idlers = new Set<() => void>();
  const stoppers: (() => unknown)[] = [];
  let handlers = 0;
  let mayBeMore = true; // the last claim got all it wanted
  let stopping = false;
  let working: Promise<void> | undefined;
  let nextSweep = 0;

  async function work(): Promise<void> {
    while (!stopping) {
      try {
        const wanted = room();
        const claimed = await claim(wanted);
        await sweep();
        if (claimed.length === 0 && turns.size === 0) tellIdlers();
        mayBeMore = claimed.length === wanted;
        if (!mayBeMore || room() === 0) await alarm.sleep(pollDelay());
      } catch (error) {
        log.error("Looking for jobs failed; trying again.", { worker: name, error });
        await alarm.sleep(pollDelay());
      }
    }
  }

  /** Jobs of dead workers that must not run again are ended here; those that may are claimed like any other. */
  async function sweep(): Promise<void> {
    if (performance.now() < nextSweep) return;
    while ((await database.asNobody(sweepJob)) !== null);
    nextSweep = performance.now() + pollMs;
  }

  /** Jobs being recorded do not count as running, up to a measure: the next may start while the last commit. */
  const room = () => Math.max(0, Math.min(concurrency - handlers, 4 * concurrency - turns.size));

  async function claim(max: number): Promise<HeldJob[]> {
    if (max === 0) return [];
    const asked = performance.now();
    const jobs = await database.asNobody((db) =>
      claimJobs(db, { worker: name, kinds: options.kinds.names, max, leaseMs }),
    );
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
      // Whatever this job has made runnable is announced, unless we do not listen.
      if (mayBeMore || !listening || (idlers.size > 0 && turns.size === 0)) alarm.ring();
    });
    ends.add(end);
  }

  const pollDelay = () => pollMs * (0.75 + random() / 2);

  function tellIdlers(): void {
    for (const tell of idlers) tell();
    idlers.clear();
  }

  async function stop(): Promise<void> {
    if (stopping) return working;
    stopping = true;
    alarm.ring();
    await working;
    await within(drainMs, Promise.all(ends));
    for (const turn of turns.values()) turn.stop("shutdown");
    await within(drainMs, Promise.all(ends));
    await handBackTheRest();
    for (const end of stoppers) await end();
    tellIdlers();
  }

  /** Handlers that do not listen to their signal lose their jobs; whatever they still write is fenced off. */
  async function handBackTheRest(): Promise<void> {
    const rest = Map.groupBy(turns.values(), (turn): UserId => turn.job.ownerId);
    for (const [ownerId, left] of rest) {
      const jobs = left.map((turn) => turn.job);
      for (const turn of left) turn.stop("lease-lost");
      await database
        .as(ownerId)
        .tx((db) => handBack(db, jobs))
        .catch((error: unknown) => log.error("Jobs could not be handed back; their leases will run out.", { error }));
    }
  }

  return {
    name,
    async start() {
      const heartbeat = createHeartbeat({ database, worker: name, leaseMs, log, turns });
      stoppers.push(heartbeat.stop);
      if (listening) {
        stoppers.push(await database.listen("dialectic_jobs", alarm.ring));
        stoppers.push(await database.listen("dialectic_cancels", () => void heartbeat.beat()));
      }
      working = work();
    },
    stop,
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

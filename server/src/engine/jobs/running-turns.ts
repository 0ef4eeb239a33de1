import type { JobId, UserId } from "@dialectic/contract";
import type { HeldJob } from "./kinds.ts";
import { runTurn, type TurnTools } from "./run-turn.ts";
import { createTurn, type Turn } from "./turn.ts";
import { handBack } from "./turns.store.ts";
import type { WorkerSettings } from "./worker-settings.ts";

/** The turns a worker has under way, from the claim until their outcomes are recorded. */
export type RunningTurns = {
  readonly byJob: ReadonlyMap<JobId, Turn>;
  /** How many more jobs it may claim. */
  room(): number;
  begin(jobs: readonly HeldJob[]): void;
  /** Lets them come to an end, then tells them to, then gives back the jobs of those that did not obey. */
  drain(): Promise<void>;
};

type Told = {
  /** New jobs are listed in `byJob`, and none of their handlers runs yet. */
  onBegin(): void;
  /** A handler is done, and there is room for another; its outcome is being recorded. */
  onHandled(): void;
  onEnded(): void;
};

export function createRunningTurns(
  tools: TurnTools & WorkerSettings,
  { onBegin, onHandled, onEnded }: Told,
): RunningTurns {
  const { database, log, concurrency, drainMs } = tools;
  const turns = new Map<JobId, Turn>();
  const ends = new Set<Promise<void>>();
  let handlers = 0;

  function list(turn: Turn): void {
    turns.get(turn.job.id)?.stop("lease-lost"); // taken over from ourselves: we were too slow to renew it
    turns.set(turn.job.id, turn);
  }

  function run(turn: Turn): void {
    handlers += 1;
    const handled = () => {
      handlers -= 1;
      onHandled();
    };
    const end = runTurn(tools, turn, handled).finally(() => {
      ends.delete(end);
      if (turns.get(turn.job.id) === turn) turns.delete(turn.job.id);
      onEnded();
    });
    ends.add(end);
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
    byJob: turns,
    // Jobs being recorded do not count as running, within bounds: the next may start while the last commit.
    room: () => Math.max(0, Math.min(concurrency - handlers, 4 * concurrency - turns.size)),
    begin(jobs) {
      const begun = jobs.map(createTurn);
      begun.forEach(list);
      onBegin();
      begun.forEach(run);
    },
    async drain() {
      await within(drainMs, Promise.all(ends));
      for (const turn of turns.values()) turn.stop("shutdown");
      await within(drainMs, Promise.all(ends));
      await handBackTheRest();
    },
  };
}

/** Waits for it, but not longer. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

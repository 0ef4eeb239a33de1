import type { Log } from "#platform";

export type MaintenanceTask = {
  /** The task as an imperative: "sweep expired holds". */
  name: string;
  /** Null if the task runs once, when the scheduler starts. */
  everyMs: number | null;
  run(): Promise<unknown>;
};

export type Scheduler = {
  /** Starts no further round and waits for the running ones. */
  stop(): Promise<void>;
};

/** Starts the tasks: those without an interval now, the others after their first interval. */
export function createScheduler({ tasks, log }: { tasks: readonly MaintenanceTask[]; log: Log }): Scheduler {
  const rounds = new Map<MaintenanceTask, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];

  async function runRound({ name, everyMs, run }: MaintenanceTask): Promise<void> {
    try {
      await run();
    } catch (error) {
      const next = everyMs === null ? "It runs again at the next start." : `It runs again in ${everyMs / 1_000} s.`;
      log.warn(`The maintenance task "${name}" failed. ${next}`, { error });
    }
  }

  function start(task: MaintenanceTask): void {
    if (rounds.has(task)) return;
    rounds.set(
      task,
      runRound(task).finally(() => rounds.delete(task)),
    );
  }

  for (const task of tasks) {
    if (task.everyMs === null) start(task);
    else timers.push(setInterval(start, task.everyMs, task).unref());
  }
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(rounds.values());
    },
  };
}

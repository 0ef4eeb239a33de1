import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Log } from "#platform";
import { createScheduler, type MaintenanceTask } from "./index.ts";

describe("the maintenance scheduler", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const warnings: string[] = [];
  const log: Log = {
    debug() {},
    info() {},
    warn: (message) => void warnings.push(message),
    error() {},
    with: () => log,
  };
  const count = (everyMs: number | null, run: MaintenanceTask["run"] = async () => {}) => {
    const task = {
      name: "count",
      everyMs,
      rounds: 0,
      run() {
        task.rounds += 1;
        return run();
      },
    };
    return task;
  };

  it("runs each task at its own interval, and tasks without an interval at the start", async () => {
    const [often, seldom, once] = [count(10), count(30), count(null)];
    const scheduler = createScheduler({ tasks: [often, seldom, once], log });
    expect([often.rounds, seldom.rounds, once.rounds]).toEqual([0, 0, 1]);
    await vi.advanceTimersByTimeAsync(30);
    expect([often.rounds, seldom.rounds, once.rounds]).toEqual([3, 1, 1]);
    await scheduler.stop();
    await vi.advanceTimersByTimeAsync(60);
    expect([often.rounds, seldom.rounds, once.rounds]).toEqual([3, 1, 1]);
  });

  it("runs one round of a task at a time, and stops after the running round", async () => {
    const round = Promise.withResolvers<void>();
    const slow = count(10, () => round.promise);
    const scheduler = createScheduler({ tasks: [slow], log });
    await vi.advanceTimersByTimeAsync(50);
    expect(slow.rounds).toBe(1);
    let isStopped = false;
    const stopped = scheduler.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(isStopped).toBe(false);
    round.resolve();
    await stopped;
    expect(slow.rounds).toBe(1);
  });

  it("logs a failure and runs the task again", async () => {
    const failing = count(2_000, async () => {
      throw new Error("no connection");
    });
    const scheduler = createScheduler({ tasks: [failing], log });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(failing.rounds).toBe(2);
    expect(warnings).toEqual([
      'The maintenance task "count" failed. It runs again in 2 s.',
      'The maintenance task "count" failed. It runs again in 2 s.',
    ]);
    await scheduler.stop();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const options = { intervalMs: 1000, collectMs: 50 };

describe("a throttle", () => {
  it("runs once, soon after the first call, for several calls that come together", async () => {
    const runs: string[] = [];
    const call = createThrottle(async (key) => runs.push(key), options);
    for (let calls = 0; calls < 5; calls += 1) call("projects");
    await vi.advanceTimersByTimeAsync(49);
    expect(runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runs).toEqual(["projects"]);
  });

  it("runs once per interval while calls keep coming, and once after the last call", async () => {
    const at: number[] = [];
    const began = Date.now();
    const call = createThrottle(async () => at.push(Date.now() - began), options);
    for (let calls = 0; calls < 35; calls += 1) {
      call("projects");
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(at).toEqual([50, 1050, 2050, 3050, 4050]);
  });

  it("waits for a slow run to end, then runs again for a call that came during it", async () => {
    let finish: () => void = () => {};
    let runs = 0;
    const call = createThrottle(() => {
      runs += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    }, options);
    call("projects");
    await vi.advanceTimersByTimeAsync(50);
    call("projects");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(1);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(2);
  });

  it("continues after a failed run, and handles keys separately", async () => {
    const runs: string[] = [];
    const call = createThrottle(async (key) => {
      runs.push(key);
      if (key === "broken") throw new Error("The server does not answer.");
    }, options);
    call("broken");
    call("projects");
    await vi.advanceTimersByTimeAsync(100);
    call("broken");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs).toEqual(["broken", "projects", "broken"]);
  });
});

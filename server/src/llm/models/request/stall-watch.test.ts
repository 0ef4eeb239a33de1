import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStallWatch } from "./stall-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the stall watch waits longer before the first text than after it", () => {
  const watch = createStallWatch(100, "lab/x");
  vi.advanceTimersByTime(499);
  watch.onPart({ hasText: true, isKeepAlive: false });
  vi.advanceTimersByTime(99);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(watch.signal.aborted).toBe(true);
});

it("the stall watch stops a stream that sends keep-alives but never any text", () => {
  const watch = createStallWatch(100, "lab/x");
  for (let seen = 0; seen < 60; seen++) {
    vi.advanceTimersByTime(99);
    watch.onPart({ hasText: true, isKeepAlive: true });
  }
  vi.advanceTimersByTime(59);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(watch.signal.reason).toMatchObject({
    code: "provider_unavailable",
    message: expect.stringContaining("keep-alives for 6000 ms"),
  });
});

it("the stall watch cuts off an answer that does not end in time, even if it streams fast", () => {
  const watch = createStallWatch(100, "lab/x");
  for (let parts = 0; parts < 239; parts++) {
    vi.advanceTimersByTime(50);
    watch.onPart({ hasText: true, isKeepAlive: false });
  }
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(50);
  expect(watch.signal.reason).toMatchObject({
    code: "provider_unavailable",
    message: expect.stringContaining("not ended its answer after 12000 ms"),
  });
});

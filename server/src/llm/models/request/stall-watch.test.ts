import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStallWatch } from "./stall-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("waits longer before the first word than after it", () => {
  const watch = createStallWatch(100, "lab/x");
  vi.advanceTimersByTime(499);
  watch.heard({ hasText: true, isSign: false });
  vi.advanceTimersByTime(99);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(watch.signal.aborted).toBe(true);
});

it("gives up a stream that shows signs of life for ever and says nothing", () => {
  const watch = createStallWatch(100, "lab/x");
  for (let seen = 0; seen < 60; seen++) {
    vi.advanceTimersByTime(99);
    watch.heard({ hasText: true, isSign: true });
  }
  vi.advanceTimersByTime(59);
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(watch.signal.reason).toMatchObject({
    code: "provider_unavailable",
    message: expect.stringContaining("signs of life for 6000 ms"),
  });
});

it("cuts off an answer that does not end, however busily it is written", () => {
  const watch = createStallWatch(100, "lab/x");
  for (let heard = 0; heard < 239; heard++) {
    vi.advanceTimersByTime(50);
    watch.heard({ hasText: true, isSign: false });
  }
  expect(watch.signal.aborted).toBe(false);
  vi.advanceTimersByTime(50);
  expect(watch.signal.reason).toMatchObject({
    code: "provider_unavailable",
    message: expect.stringContaining("not ended its answer after 12000 ms"),
  });
});

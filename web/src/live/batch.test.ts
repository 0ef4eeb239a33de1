import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBatch } from "./batch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("hands a burst over together, once the delay has passed", async () => {
  const lots: number[][] = [];
  const batch = createBatch<number>(async (items) => lots.push(items), 100);
  for (const n of [1, 2, 3]) batch.add(n);
  await vi.advanceTimersByTimeAsync(99);
  expect(lots).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(lots).toEqual([[1, 2, 3]]);
});

it("waits for the last lot before it hands over the next, and loses nothing meanwhile", async () => {
  const lots: number[][] = [];
  let finish: () => void = () => {};
  const batch = createBatch<number>((items) => {
    lots.push(items);
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  }, 100);
  batch.add(1);
  await vi.advanceTimersByTimeAsync(100);
  batch.add(2);
  batch.add(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lots).toEqual([[1]]);
  finish();
  await vi.advanceTimersByTimeAsync(100);
  expect(lots).toEqual([[1], [2, 3]]);
});

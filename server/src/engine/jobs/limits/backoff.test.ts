import { expect, it } from "vitest";
import { retryDelay } from "./backoff.ts";

const delay = (attempt: number, share: number, retryAfterMs?: number) =>
  retryDelay({ retryAfterMs }, { attempt, baseMs: 1000, random: () => share });

it("makes the delay grow exponentially up to five minutes, with full jitter", () => {
  expect([0, 1, 2, 3].map((attempt) => delay(attempt, 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(delay(3, 0)).toBe(0);
  expect(delay(3, 0.5)).toBe(4000);
  expect(delay(30, 1)).toBe(300_000);
});

it("makes the delay at least as long as the provider asks, without an upper limit", () => {
  expect(delay(0, 0, 86_400_000)).toBe(86_400_000);
  expect(delay(5, 1, 120_000)).toBe(121_000);
  expect(delay(2, 0, 0)).toBe(0);
});

it("makes the delay grow even if the provider's retry-after is zero", () => {
  expect([0, 1, 2, 3].map((attempt) => delay(attempt, 1, 0))).toEqual([1000, 2000, 4000, 8000]);
});

import { expect, it } from "vitest";
import { Duration, formatDuration, parseDuration, sayDuration } from "./durations.ts";

it("parses durations such as 250ms, 90s and 1.5h", () => {
  expect(["250ms", "90s", "15m", "1.5h", "2d"].map(parseDuration)).toEqual([
    250, 90_000, 900_000, 5_400_000, 172_800_000,
  ]);
});

it.each(["", "15", "m", "-5m", "15 minutes", "8d", "1e3s"])("refuses %j as a duration", (text) => {
  expect(Duration.safeParse(text).success).toBe(false);
});

it("formats a duration in the largest unit that gives a whole number", () => {
  expect([250, 90_000, 900_000, 5_400_000, 172_800_000, 0].map(formatDuration)).toEqual([
    "250ms",
    "90s",
    "15m",
    "90m",
    "2d",
    "0ms",
  ]);
  expect([3_600_000, 900_000, 1_000].map(sayDuration)).toEqual(["1 hour", "15 minutes", "1 second"]);
});

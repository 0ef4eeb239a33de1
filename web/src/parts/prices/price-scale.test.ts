import { expect, it } from "vitest";
import { monthTicks, niceTicks } from "./price-scale.ts";

it.each([
  [28, 41, [25, 30, 35, 40, 45]],
  [0, 3, [0, 1, 2, 3]],
  [10, 10, [10, 10.25]],
  [1200, 98000, [0, 25_000, 50_000, 75_000, 100_000]],
])("divides an axis from %d to %d at round values", (lowest, highest, ticks) => {
  expect(niceTicks(lowest, highest)).toEqual(ticks);
});

it("labels ticks with months and, if there are several years, the first tick of each year with the year", () => {
  expect(monthTicks("2026-01-10", "2026-11-05").map(({ label }) => label)).toEqual([
    "Jan",
    "Mar",
    "May",
    "Jul",
    "Sept",
    "Nov",
  ]);
  expect(monthTicks("2024-06-01", "2026-06-01").map(({ label }) => label)).toEqual([
    "2024",
    "Nov",
    "2025",
    "Sept",
    "2026",
  ]);
  expect(monthTicks("2026-03-01", "2026-03-20").map(({ label }) => label)).toEqual(["Mar"]);
});

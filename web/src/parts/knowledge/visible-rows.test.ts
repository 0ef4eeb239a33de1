import { describe, expect, it } from "vitest";
import { visibleRows } from "./visible-rows.ts";

const rows = (scrollTop: number, count: number) =>
  visibleRows({ scrollTop, height: 500, rowHeight: 50, count, margin: 5 });

describe("visibleRows", () => {
  it.each([
    ["an empty list", 0, 0, { start: 0, end: 0 }],
    ["a list shorter than the window", 0, 3, { start: 0, end: 3 }],
    ["the beginning", 0, 10_000, { start: 0, end: 16 }],
    ["the middle", 250_000, 10_000, { start: 4_995, end: 5_016 }],
    ["the end", 499_500, 10_000, { start: 9_984, end: 10_000 }],
    ["a bounce above the beginning", -80, 10_000, { start: 0, end: 16 }],
    ["a list that became shorter than its scroll position", 499_500, 4, { start: 0, end: 4 }],
  ])("renders the right rows for %s", (_, scrollTop, count, expected) => {
    expect(rows(scrollTop, count)).toEqual(expected);
  });
});

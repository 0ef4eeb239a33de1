import { Budget, Quote } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { rangeOf } from "./range.ts";

const tokens = { low: 1, expected: 2, high: 3 };
const quote = Quote.parse({
  process: "brief",
  models: ["paid/scripted"],
  leadModel: "paid/scripted",
  maxOutputTokens: null,
  calls: 5,
  low: "100",
  expected: "200",
  high: "400",
  tokens,
  stages: [],
  free: false,
  notes: [],
});
const budget = Budget.parse({ cap: "800", spent: "100", held: "40", free: "660" });

describe("rangeOf", () => {
  it("puts spending, holds, quote and budget on one scale", () => {
    expect(rangeOf({ spent: "100", quote, budget: null })).toEqual({
      spent: 25,
      held: 0,
      low: 25,
      expected: 50,
      high: 100,
      cap: null,
    });
    expect(rangeOf({ spent: "100", quote, budget })).toMatchObject({ spent: 12.5, held: 5, expected: 25, cap: 100 });
  });

  it("cuts off a very high quote, which would squeeze everything else, but never the amount spent", () => {
    const wide = { ...quote, high: "20000" };
    expect(rangeOf({ spent: "100", quote: wide, budget: null })).toMatchObject({ expected: 33.3, high: 100 });
    expect(rangeOf({ spent: "1200", quote: wide, budget: null })).toMatchObject({ spent: 100, expected: 16.6 });
  });

  it("returns null for a free session and for a session without a quote", () => {
    expect(rangeOf({ spent: "0", quote: { ...quote, free: true }, budget: null })).toBeNull();
    expect(rangeOf({ spent: "0", quote: null, budget })).toBeNull();
  });
});

import { expect, it } from "vitest";
import { turnCost } from "./turn-cost.ts";

it("estimates the cost of reading a turn", () => {
  const prices = { input: 250_000, cachedInput: 25_000, cacheWrite: 0, output: 2_000_000, reasoning: 2_000_000 };
  expect(turnCost({ free: false, prices })).toBe("≈\u00a0$0.00175 a turn");
  expect(turnCost({ free: true, prices: null })).toBe("free");
  expect(turnCost({ free: false, prices: null })).toBe("price unknown");
});

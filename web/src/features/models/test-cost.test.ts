import { expect, it } from "vitest";
import { testCost } from "./test-cost.ts";

it("the maximum cost of a test call assumes the most expensive kind of input and output token, and is rounded up", () => {
  const prices = {
    input: 2_000_000,
    cachedInput: 500_000,
    cacheWrite: 2_500_000,
    output: 8_000_000,
    reasoning: 10_000_000,
  };
  expect(testCost(prices)).toBe("410");
  expect(testCost({ input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 })).toBe("1");
});

import { expect, it } from "vitest";
import { testCost } from "./test-cost.ts";

it("uses the most expensive kind of input token and of output token, and rounds up", () => {
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

import { expect, it } from "vitest";
import { describeRowError } from "./describe-row-error.ts";

it.each([
  [{ reason: "unreadable-price", column: "price", value: "cheap" }, "Price “cheap” is not a price."],
  [{ reason: "missing-value", column: "vendor", value: "" }, "Vendor has no value."],
  [
    { reason: "wrong-columns", column: null, value: "" },
    "The row does not have the same number of columns as the first line.",
  ],
] as const)("the description of a refused row names the invalid value and the problem: %j", (error, words) => {
  expect(describeRowError(error)).toBe(words);
});

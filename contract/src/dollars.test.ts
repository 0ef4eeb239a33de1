import { describe, expect, it } from "vitest";
import { coveringDollars, formatDollars, parseDollars } from "./dollars.ts";

describe("a typed amount in dollars", () => {
  it.each([
    ["5", 5_000_000n],
    ["5.00", 5_000_000n],
    ["$5", 5_000_000n],
    [" $ 12.5 ", 12_500_000n],
    ["0.000001", 1n],
    ["007", 7_000_000n],
    ["9999999.999999", 9_999_999_999_999n],
  ])("is parsed if it is %j", (text, units) => {
    expect(parseDollars(text)).toEqual({ ok: true, units });
  });

  it.each([
    ["-5", "is negative"],
    ["$-5", "is negative"],
    ["−5", "is negative"],
    ["0", "is zero"],
    ["0.00", "is zero"],
    ["5 EUR", "US dollars"],
    ["5 USD", "give only the number"],
    ["€5", "US dollars"],
    ["five", "not an amount"],
    ["", "not an amount"],
    ["1e3", "not an amount"],
    ["0x10", "not an amount"],
    ["1,50", "not an amount"],
    ["1,000", "not an amount"],
    ["1.", "not an amount"],
    [".5", "not an amount"],
    ["5 5", "not an amount"],
    ["NaN", "not an amount"],
    ["1.0000001", "more than six decimals"],
    ["10000000", "too large"],
    ["9".repeat(400), "too large"],
  ])("is rejected if it is %j, with the reason: %s", (text, why) => {
    expect(parseDollars(text)).toEqual({ ok: false, why: expect.stringContaining(why) });
  });
});

it.each([
  ["0", "$0.00"],
  ["1", "$0.000001"],
  ["300000", "$0.30"],
  ["1234500", "$1.2345"],
  ["-5000000", "-$5.00"],
  ["9223372036854775807", "$9223372036854.775807"],
])("formats %s millionths of a dollar as %s", (units, text) => {
  expect(formatDollars(units)).toBe(text);
});

it.each([
  [-5n, "1"],
  [1n, "1"],
  [1_000_000n, "1"],
  [1_000_001n, "2"],
])("rounds %s millionths of a dollar up to %s dollars", (units, dollars) => {
  expect(coveringDollars(units)).toBe(dollars);
});

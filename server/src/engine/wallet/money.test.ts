import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestAmount, parseDollars, toDollars } from "./money.ts";

describe("dollars", () => {
  it("are written with all six decimals and read back to the same unit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: largestAmount }), (units) => parseDollars(toDollars(units)) === units),
    );
    expect(toDollars(-1n)).toBe("-0.000001");
    expect(toDollars(largestAmount)).toBe("9223372036854.775807");
  });

  it.each([
    ["12.50", 12_500_000n],
    ["0.000001", 1n],
    ["7", 7_000_000n],
  ])("reads %s", (text, units) => {
    expect(parseDollars(text)).toBe(units);
  });

  it.each(["", "abc", "-1", "1.0000001", "1,50", "1e3", "$5", "0x10", "1.", ".5", "12345678901234"])(
    "refuses %o",
    (text) => {
      expect(() => parseDollars(text)).toThrow("not an amount in dollars");
    },
  );
});

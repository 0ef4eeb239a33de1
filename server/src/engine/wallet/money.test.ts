import { formatDollars, parseDollars } from "@dialectic/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestAmount, toDollars } from "./money.ts";

const belowTenMillion = fc.bigInt({ min: 1n, max: 10n ** 13n - 1n });

describe("dollars", () => {
  it("are written with all six decimals, and parsed back to the same amount", () => {
    fc.assert(
      fc.property(belowTenMillion, (units) => {
        for (const text of [toDollars(units), formatDollars(units)]) {
          expect(parseDollars(text)).toEqual({ ok: true, units });
        }
      }),
    );
    expect(toDollars(-1n)).toBe("-0.000001");
    expect(toDollars(largestAmount)).toBe("9223372036854.775807");
  });
});

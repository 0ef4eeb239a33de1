import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens } from "./count-tokens.ts";

const whole = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

describe("countTokens", () => {
  it("returns the tokenizer's own count", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        expect(countTokens(text)).toBe(whole(text));
        expect(countTokens(text)).toBe(whole(text));
      }),
      { numRuns: 100 },
    );
    expect(countTokens("")).toBe(0);
    expect(countTokens("<|endoftext|>")).toBe(whole("<|endoftext|>"));
  });

  it("counts long texts in pieces: exactly if they have line breaks, else approximately", () => {
    const lines = Array.from({ length: 4_000 }, (_, n) => `Line ${n} says:\n\n  - the stage needs power.\n`).join("");
    expect(countTokens(lines)).toBe(whole(lines));
    expect(countTokens(`${lines}One more.`)).toBe(whole(`${lines}One more.`));
    const unbroken = "word ".repeat(20_000);
    expect(Math.abs(countTokens(unbroken) - whole(unbroken))).toBeLessThanOrEqual(20);
  });

  it("accepts lone surrogates and very long words", () => {
    expect(countTokens("🙂".repeat(20_000))).toBeGreaterThan(10_000);
    expect(countTokens("a".repeat(200_000))).toBeGreaterThan(10_000);
    expect(countTokens("a\uD800b")).toBeGreaterThan(0);
  });
});

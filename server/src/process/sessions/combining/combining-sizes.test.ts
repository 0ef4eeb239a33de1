import fc from "fast-check";
import { expect, it } from "vitest";
import { combiningCap, longEnough, mostAskedFor, tokensPerWord } from "./combining-sizes.ts";

const model = (contextWindow: number, maxOutputTokens: number) => ({ contextWindow, maxOutputTokens });

it("the output cap of a combining call is the maximum length of its text or a quarter of the window, whichever is larger, but never more than the usual cap", () => {
  expect(combiningCap({ words: 200, chosen: null, model: model(12_000, 6_000) })).toBe(3_000);
  expect(combiningCap({ words: 1_200, chosen: null, model: model(12_000, 6_000) })).toBe(longEnough(1_200));
  expect(combiningCap({ words: 5_000, chosen: null, model: model(12_000, 6_000) })).toBe(6_000);
  expect(combiningCap({ words: 5_000, chosen: 900, model: model(12_000, 6_000) })).toBe(900);
  // In a large window, the usual cap is smaller than a quarter of the window, so it applies.
  expect(combiningCap({ words: 200, chosen: null, model: model(128_000, 64_000) })).toBe(17_200);
});

it("a combining call is never asked for a text that is longer than the sources that it can read", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 6_000, max: 200_000 }),
      fc.double({ min: 0.05, max: 0.7, noNaN: true }),
      fc.double({ min: 0.02, max: 0.25, noNaN: true }),
      (contextWindow, share, framing) => {
        const usual = Math.floor(contextWindow * share);
        const frame = Math.floor(contextWindow * framing);
        const asked = mostAskedFor({ limit: contextWindow - usual, cap: usual, frame });
        const words = Math.floor(asked / tokensPerWord);
        const cap = combiningCap({ words, chosen: null, model: model(contextWindow, usual) });
        if (cap < asked) return; // the rule applies only to texts that take one request
        const read = contextWindow - cap - frame - cap / 4;
        expect(read).toBeGreaterThanOrEqual(0.9 * asked);
      },
    ),
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countPieces, takePieces } from "./pieces.ts";

const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.lorem({ mode: "sentences" }),
  fc.string({ unit: "binary" }),
);

describe("pieces", () => {
  it.each([
    ["", 0],
    ["word", 1],
    ["words", 2],
    ["a b, c", 4],
    ["  spaced   out  ", 4],
    ["שלום עולם", 2],
    ["我们想开店", 2],
  ])("of %j are counted as %i", (text, count) => {
    expect(countPieces(text)).toBe(count);
  });

  it("of a text are divided at a limit: the beginning contains as many pieces as the limit allows, and the rest contains the others", () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, limit) => {
        const cut = takePieces(text, limit);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(countPieces(cut.text)).toBe(cut.pieces);
        expect(cut.pieces + countPieces(text.slice(cut.text.length))).toBe(countPieces(text));
        expect(cut.pieces).toBe(Math.min(limit, countPieces(text)));
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { maxTextBytes, readLines } from "./read-lines.ts";

const linesOf = (pieces: Iterable<Buffer>) => Array.fromAsync(readLines(oneByOne(pieces)));
async function* oneByOne(pieces: Iterable<Buffer>) {
  yield* pieces;
}

describe("lines of a stream", () => {
  it.each([
    ["a\nb\n", ["a", "b"]],
    ["a\n\nb", ["a", "", "b"]],
    ["", []],
    ["\n", [""]],
    ["הגדר\nתגדל\n", ["הגדר", "תגדל"]],
  ])("do not depend on how the stream is split into chunks: %j", async (text, lines) => {
    for (const size of [1, 2, 3, 100]) {
      const bytes = Buffer.from(text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, n * size + size),
      );
      expect(await linesOf(pieces)).toEqual(lines);
    }
  });

  it("are refused if one is too long", async () => {
    const piece = Buffer.alloc(2 ** 20, "x");
    let given = 0;
    const endless = function* () {
      for (;;) {
        given += piece.length;
        yield piece;
      }
    };
    await expect(linesOf(endless())).rejects.toThrow(/longer than a row can be/);
    expect(given).toBe(maxTextBytes + piece.length);
  });
});

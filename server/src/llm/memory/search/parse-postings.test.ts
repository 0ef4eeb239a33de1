import { expect, it } from "vitest";
import { parsePostings } from "./parse-postings.ts";

it("parsePostings reads the postings of a word, source by source", () => {
  expect(parsePostings("3 0 1 12 19 256 140;70000 1048575 2 9")).toEqual({
    places: [3 * 2 ** 20, 3 * 2 ** 20 + 19, 70_000 * 2 ** 20 + 1_048_575],
    times: [1, 256, 2],
    lengths: [12, 140, 9],
  });
});

import { describe, expect, it } from "vitest";
import { hasWords, readCatalogueSearch } from "./catalogue-search.ts";

describe("the search of the catalogue page", () => {
  it("is read from the URL, without unknown parameters or invalid values", () => {
    expect(readCatalogueSearch({ entry: "e1", find: 18, archived: true, other: "x" })).toEqual({
      entry: "e1",
      find: "18",
      archived: true,
    });
    expect(readCatalogueSearch({ entry: "", find: null, archived: "yes" })).toEqual({});
  });

  it.each([
    ["tile", true],
    ["TILE clip", true],
    ["büro", true],
    ["buro", true],
    ["tile clap", false],
    ["", true],
  ])("finds words in any order and ignores case and accents: %j gives %s", (find, isFound) => {
    expect(hasWords(["Interlocking tile", "Clip tile", "Büro"], find)).toBe(isFound);
  });
});

import { describe, expect, it } from "vitest";
import { locateJson } from "./locate-json.ts";

describe("the place of a syntax error", () => {
  it.each([
    ["", 1, 1],
    ["  \n ", 2, 2],
    ['{"a": 1', 1, 8],
    ['{"a": }', 1, 7],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\n  "a": "no end\n}', 2, 8],
    ["[1, 2,]", 1, 7],
    ["[1 2]", 1, 4],
    ["[01]", 1, 2],
    ["{'a': 1}", 1, 2],
    ["{} {}", 1, 4],
    ['{"a": tru', 1, 7],
    ["[".repeat(100_000), 1, 202],
  ])("in %j is line %i, column %i", (text, line, column) => {
    expect(locateJson(text)).toEqual({ line, column });
  });
});

describe("the place of a value", () => {
  const text = JSON.stringify({ models: [{ id: "a" }, { id: "b", "x y": [true, -1.5e3, null, '\\"é'] }] }, null, 2);

  it.each<[PropertyKey[], number, string]>([
    [[], 1, "{"],
    [["models"], 2, "["],
    [["models", 1], 6, "{"],
    [["models", 1, "id"], 7, '"b"'],
    [["models", 1, "x y", 1], 10, "-1500"],
    [["models", 1, "gone", 3], 6, "{"],
  ])("at %j is in line %i", (path, line, value) => {
    const place = locateJson(text, path);
    expect(place.line).toBe(line);
    expect(
      text
        .split("\n")
        [line - 1]?.slice(place.column - 1)
        .startsWith(value),
    ).toBe(true);
  });
});

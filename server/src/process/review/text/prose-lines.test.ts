import { describe, expect, it } from "vitest";
import { proseLines } from "./prose-lines.ts";

describe("proseLines", () => {
  it("leaves out fenced code, and recognises every kind of line break", () => {
    expect(proseLines("one\r\n```\ncode\n```\rtwo\n~~~ js\n```\n~~~\nthree")).toEqual(["one", "two", "three"]);
  });

  it("reads only the first 20,000 lines of a text", () => {
    const lines = proseLines(Array.from({ length: 20_001 }, (_, index) => `line ${index + 1}`).join("\n"));
    expect([lines.length, lines.at(-1)]).toEqual([20_000, "line 20000"]);
  });

  it("cuts each line after 4,000 characters", () => {
    expect(proseLines(`${"a".repeat(4_001)}\nb`).map((line) => line.length)).toEqual([4_000, 1]);
  });
});

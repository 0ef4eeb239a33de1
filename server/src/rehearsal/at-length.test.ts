import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { write } from "./sample-prompts.fixture.ts";
import { countWords } from "./text/count-words.ts";

const wanted = (...budgets: number[]) =>
  budgets.map((maxWords, index) => ({ heading: `Part ${"abcdef".charAt(index)}`, maxWords, about: "" }));

describe("an artifact with room for a long text", () => {
  it("is long, stays within its budget, and repeats nothing", () => {
    const text = write("cedar", { request: briefs.garden, wanted: wanted(8_000, 20_000) });
    const [first = "", second = ""] = text.split(/^(?=# )/m);
    expect([countWords(first) > 7_300, countWords(first) <= 8_000]).toEqual([true, true]);
    expect([countWords(second) > 18_500, countWords(second) <= 20_000]).toEqual([true, true]);
    const sections = text.split(/^(?=## )/m).slice(1);
    expect(new Set(sections).size).toBe(sections.length);
    const lines = sections.flatMap((section) => section.split("\n")).filter((line) => line.length > 40);
    expect(new Set(lines).size).toBe(lines.length);
    expect(text.match(/^```/gm)?.length).toBe(2 * sections.length);
  });

  it("has one page if one page is requested", () => {
    expect(write("cedar", { request: briefs.garden, wanted: wanted(600) })).not.toMatch(/^## /m);
  });
});

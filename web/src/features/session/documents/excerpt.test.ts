import { describe, expect, it } from "vitest";
import { firstLines, lastLines } from "./excerpt.ts";

describe("firstLines", () => {
  it("returns a short text unchanged", () => {
    const text = "A hedge.\n".repeat(100);
    expect(firstLines(text, "short")).toBe(text);
  });

  it("cuts a longer text at the end of a line", () => {
    const cut = firstLines("Plant a hedge along the path.\n".repeat(1000), "tall");
    expect(cut.length).toBeGreaterThanOrEqual(2000);
    expect(cut.length).toBeLessThan(2100);
    expect(cut.endsWith("path.")).toBe(true);
  });

  it("cuts a text without line breaks anywhere, but never within a character", () => {
    const cut = firstLines(`a${"🌱".repeat(10_000)}`, "tall");
    expect(cut.length).toBeLessThanOrEqual(4000);
    expect(cut.isWellFormed()).toBe(true);
  });
});

describe("lastLines", () => {
  it("returns a short text unchanged", () => {
    expect(lastLines("# One\n\nTwo")).toBe("# One\n\nTwo");
  });

  it("returns the end of a long text, beginning with a whole paragraph or line", () => {
    const line = `${"word ".repeat(20).trim()}\n`;
    const paragraphs = `${line}\n`.repeat(60);
    expect(lastLines(paragraphs)).toMatch(/^word /);
    expect(paragraphs.endsWith(lastLines(paragraphs))).toBe(true);
    expect(lastLines(paragraphs).length).toBeGreaterThan(2_500);
    expect(lastLines(line.repeat(60))).toMatch(/^word/);
    expect(lastLines("x".repeat(5_000))).toBe("x".repeat(3_000));
    expect(lastLines(`${"x".repeat(5_000)}\n\n`)).toHaveLength(3_000);
  });
});

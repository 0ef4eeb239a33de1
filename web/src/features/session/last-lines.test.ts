import { describe, expect, it } from "vitest";
import { lastLines } from "./last-lines.ts";

describe("lastLines", () => {
  it("leaves a short text alone", () => {
    expect(lastLines("# One\n\nTwo")).toBe("# One\n\nTwo");
  });

  it("begins a long one at a paragraph, else at a line, and never loses its end", () => {
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

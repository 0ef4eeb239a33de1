import { describe, expect, it } from "vitest";
import { beginning } from "./beginning.ts";

describe("beginning", () => {
  it("leaves a text that fits as it is", () => {
    const text = "A hedge.\n".repeat(300);
    expect(beginning(text)).toBe(text);
  });

  it("ends a longer text after a line", () => {
    const cut = beginning("Plant a hedge along the path.\n".repeat(1000));
    expect(cut.length).toBeGreaterThanOrEqual(3000);
    expect(cut.length).toBeLessThan(3100);
    expect(cut.endsWith("path.")).toBe(true);
  });

  it("cuts a text without lines, and no character in half", () => {
    const cut = beginning(`a${"🌱".repeat(10_000)}`);
    expect(cut.length).toBeLessThanOrEqual(6000);
    expect(cut.isWellFormed()).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { type Row, sideBySide } from "./side-by-side.ts";

/** The text on one side, put together from the rows. Folded lines are left out. */
const sideOf = (rows: Row[], side: "left" | "right") =>
  rows
    .map((row) => (row.kind === "changed" ? row[side].map(({ text }) => text).join("") : "text" in row ? row.text : ""))
    .join("");

describe("sideBySide", () => {
  it("puts a changed line next to the line that it replaces, and marks the words that differ", () => {
    const rows = sideBySide("# Plan\n\nForty crates.\n", "# Plan\n\nFifty crates.\nA van.\n");
    expect(rows).toEqual([
      { kind: "same", text: "# Plan\n\n" },
      {
        kind: "changed",
        left: [
          { text: "Forty", isOwn: true },
          { text: " crates.\n", isOwn: false },
        ],
        right: [
          { text: "Fifty", isOwn: true },
          { text: " crates.\n", isOwn: false },
          { text: "A van.\n", isOwn: true },
        ],
      },
    ]);
  });

  it("marks whole lines if they have little in common", () => {
    expect(sideBySide("a\nTheirs: a van.\n", "a\nMine: forty crates.\n").at(-1)).toEqual({
      kind: "changed",
      left: [{ text: "Theirs: a van.\n", isOwn: true }],
      right: [{ text: "Mine: forty crates.\n", isOwn: true }],
    });
  });

  it("leaves the other side empty next to lines that were only added or only removed", () => {
    expect(sideBySide("a\n", "a\nb\n").at(-1)).toEqual({
      kind: "changed",
      left: [],
      right: [{ text: "b\n", isOwn: true }],
    });
    expect(sideBySide("a\nb\n", "a\n").at(-1)).toEqual({
      kind: "changed",
      left: [{ text: "b\n", isOwn: true }],
      right: [],
    });
  });

  it("folds long runs of equal lines, but not the lines next to a change", () => {
    const same = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
    const rows = sideBySide(`old\n${same}`, `new\n${same}`);
    expect(rows.map(({ kind }) => kind)).toEqual(["changed", "same", "folded"]);
    expect(rows[2]).toEqual({ kind: "folded", lines: 18 });
  });

  it("keeps every word of both texts", () => {
    const left = "One two three.\nFour.\nFive six.\n";
    const right = "Zero.\nOne three.\nFive six seven.\n";
    const rows = sideBySide(left, right);
    expect(sideOf(rows, "left")).toBe(left);
    expect(sideOf(rows, "right")).toBe(right);
  });

  it("marks nothing in equal texts", () => {
    expect(sideBySide("a\nb\n", "a\nb\n")).toEqual([{ kind: "same", text: "a\nb\n" }]);
  });
});

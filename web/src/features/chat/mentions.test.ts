import { describe, expect, it } from "vitest";
import { encodeMentions, offerItems, plainMentions, splitMentions } from "./mentions.ts";

const id = (n: number) => `0192f0c1-7a7a-7000-8000-00000000000${n}`;
const items = [
  { id: id(1), name: "Wall" },
  { id: id(2), name: "Wall panel" },
  { id: id(3), name: "Bar (left)" },
];

describe("mentions of items", () => {
  it("are sent by id, match the longest name, and are shown under the item's current name", () => {
    const typed = "Is the @Wall panel wider than @wall? See @Bar (left), a@Wall.example and @Walls.";
    const sent = encodeMentions(typed, items);
    expect(sent).toBe(
      `Is the @item(${id(2)}:Wall panel) wider than @item(${id(1)}:Wall)? See @item(${id(3)}:Bar \\(left\\)), a@Wall.example and @Walls.`,
    );
    const renamed = items.map((one) => (one.id === id(1) ? { ...one, name: "Partition" } : one));
    expect(plainMentions(sent, renamed)).toContain("wider than @Partition? See @Bar (left), a@Wall");
    expect(encodeMentions(sent, items)).toBe(sent);
  });

  it("keep the text that was written if the id is unknown", () => {
    const text = `Ask @item(${id(9)}:Gone) now, not @item(7:x).`;
    expect(splitMentions(text, items)).toEqual([
      { kind: "text", text: "Ask " },
      { kind: "unknown", text: `@item(${id(9)}:Gone)`, name: "Gone" },
      { kind: "text", text: " now, not @item(7:x)." },
    ]);
  });

  it.each([
    ["@", 1, ["Wall", "Wall panel", "Bar (left)"]],
    ["the @wa", 7, ["Wall", "Wall panel"]],
    ["the @pan", 8, ["Wall panel"]],
    ["@Wall pa", 8, ["Wall panel"]],
    ["@Wall is", 8, null],
    ["mail a@wa", 9, null],
    ["@xyz", 4, null],
    ["@wa tall", 3, ["Wall", "Wall panel"]],
  ])("are offered for %j when the caret is at %i", (text, caret, names) => {
    expect(offerItems(text, caret, items)?.offered.map(({ name }) => name) ?? null).toEqual(names);
  });
});

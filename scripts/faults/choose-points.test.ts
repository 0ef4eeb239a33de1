import { describe, expect, it } from "vitest";
import { choosePoints } from "./choose-points.ts";

const passes = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}#${index + 1}`);

describe("choosePoints", () => {
  it("chooses all points if there are few, and puts the first point of each name first", () => {
    const chosen = choosePoints([...passes("a", 3), ...passes("b: c", 2)], 12);
    expect(chosen).toEqual(["a#1", "b: c#1", "a#3", "b: c#2", "a#2"]);
  });

  it("chooses at most the allowed number of points of each name, spread from the first to the last", () => {
    expect(choosePoints(passes("a", 101), 5)).toEqual(["a#1", "a#101", "a#51", "a#26", "a#76"]);
    for (const most of [1, 2, 7, 50, 101]) {
      const chosen = choosePoints(passes("a", 101), most);
      expect([chosen.length, new Set(chosen).size]).toEqual([most, most]);
    }
  });
});

import { describe, expect, it } from "vitest";
import { assignMarks } from "./assign-marks.ts";

describe("assignMarks", () => {
  it("gives the rehearsal models their own marks, no matter which other models are chosen", () => {
    expect(assignMarks(["rehearsal/cedar", "rehearsal/briar"])).toEqual(
      new Map([
        ["rehearsal/cedar", { hue: "c", shape: "pentagon", letter: "C" }],
        ["rehearsal/briar", { hue: "b", shape: "square", letter: "B" }],
      ]),
    );
  });

  it("uses the next free slot if a letter has no slot or its slot is taken", () => {
    const marks = assignMarks(["openai/gpt-5", "openai/gpt-5-mini", "local/zephyr"]);
    expect(marks.get("openai/gpt-5")).toEqual({ hue: "g", shape: "hexagon", letter: "G" });
    expect(marks.get("openai/gpt-5-mini")).toEqual({ hue: "a", shape: "circle", letter: "G" });
    expect(marks.get("local/zephyr")).toEqual({ hue: "b", shape: "square", letter: "Z" });
  });

  it("never gives the same hue and shape to two of twelve models", () => {
    const models = Array.from({ length: 12 }, (_, n) => `p/model-${n}`);
    const looks = [...assignMarks(models).values()].map((mark) => `${mark.hue} ${mark.shape}`);
    expect(new Set(looks).size).toBe(12);
  });

  it("takes the letter from a name in any script", () => {
    expect(assignMarks(["local/ארז"]).get("local/ארז")?.letter).toBe("א");
  });
});

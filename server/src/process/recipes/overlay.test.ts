import { describe, expect, it } from "vitest";
import { layOver, parseOverlay } from "./overlay.ts";

describe("overlays laid over each other", () => {
  it("keep of each section the most particular one, whole", () => {
    const domain = { role: "a producer", standards: "metric", boundaries: "the venue's" };
    const project = { standards: "imperial", compliance: "permits" };
    const run = { boundaries: "none at all" };
    expect(layOver(domain, project, run)).toEqual({
      role: "a producer",
      standards: "imperial",
      boundaries: "none at all",
      compliance: "permits",
    });
    expect(domain.standards).toBe("metric");
  });

  it("come from a file, which is told where it is wrong", () => {
    const read = (text: string) => parseOverlay({ name: "mine.yaml", text });
    expect(read("role: a producer\nboundaries: |\n  - no fire\n")).toEqual({
      role: "a producer",
      boundaries: "- no fire",
    });
    expect(() => read("rolle: a producer")).toThrow(/^mine\.yaml: .*rolle/);
    expect(() => read("role: [a]")).toThrow(/^mine\.yaml: role: /);
  });

  it("are nothing where nobody says anything", () => {
    expect(layOver({}, {})).toEqual({});
  });
});

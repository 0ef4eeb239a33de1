import { describe, expect, it } from "vitest";
import { mergeOverlays, parseOverlay } from "./overlay.ts";

describe("merged overlays", () => {
  it("contain the most specific version of each section, without mixing versions", () => {
    const domain = { role: "a producer", standards: "metric", boundaries: "the venue's" };
    const project = { standards: "imperial", compliance: "permits" };
    const run = { boundaries: "none at all" };
    expect(mergeOverlays(domain, project, run)).toEqual({
      role: "a producer",
      standards: "imperial",
      boundaries: "none at all",
      compliance: "permits",
    });
    expect(domain.standards).toBe("metric");
  });

  it("can be read from a file; an error names the place in the file", () => {
    const read = (text: string) => parseOverlay({ name: "mine.yaml", text });
    expect(read("role: a producer\nboundaries: |\n  - no fire\n")).toEqual({
      role: "a producer",
      boundaries: "- no fire",
    });
    expect(() => read("rolle: a producer")).toThrow(/^mine\.yaml: .*rolle/);
    expect(() => read("role: [a]")).toThrow(/^mine\.yaml: role: /);
  });

  it("are empty if no overlay has a section", () => {
    expect(mergeOverlays({}, {})).toEqual({});
  });
});

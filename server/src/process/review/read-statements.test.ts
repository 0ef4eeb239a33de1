import { describe, expect, it } from "vitest";
import { readStatements } from "./read-statements.ts";

describe("what could not be read", () => {
  const known = {
    toJudge: [],
    numbers: { C: new Set<number>(), D: new Set<number>(), F: new Set<number>(), Q: new Set<number>() },
  };
  const warnings = (markdown: string) => readStatements(markdown, known).warnings;

  it("is told where a check or the board would pass it over", () => {
    const plan = "# Technical requirements\n\n### R-1 Light\n\n# Milestones\n\n## M1 Start\n- Requirements: R-1\n";
    expect(warnings(plan)).toEqual([]);
    expect(warnings(plan.replace("## M1", "## Milestone 1"))).toEqual([
      "No milestone could be read: each begins with a heading `## M1 Title`.",
    ]);
    expect(warnings(plan.replace("### R-1", "### First:").replace("R-1", "none"))).toEqual([
      expect.stringMatching(/^Technical requirements: none could be read/),
    ]);
    expect(warnings("# Work plan\n\n## M1 Start\n\n### W1.1 Dig\n")).toEqual([]);
    expect(warnings("# Work plan\n\n## M1 Start\n\n- [ ] Dig\n")).toEqual([
      expect.stringMatching(/^Work plan: no piece of work could be read/),
    ]);
  });
});

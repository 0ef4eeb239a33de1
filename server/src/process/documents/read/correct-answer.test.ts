import { describe, expect, it } from "vitest";
import { correctAnswer } from "./correct-answer.ts";
import { readAnswer } from "./read-answer.ts";
import { expectedIn } from "./shapes.fixture.ts";

const expected = { artifacts: expectedIn("paralysis") };
const first = readAnswer(
  "# Work plan\n\nNo work is left.\n\n# Updated master plan\n\n# Recommendation\n\nGo.\n",
  expected,
);

describe("a further answer, to a request for one artifact,", () => {
  it.each([
    ["nothing", ""],
    ["only thinking", "<think>\nWhat is asked for here?\n# Claims\n</think>\n"],
    ["only the heading", "# Work plan\n"],
  ])("does not replace the artifact if it contains %s", (_, text) => {
    expect(correctAnswer(first, { text, asked: ["work-plan"], expected }).markdown).toBe(first.markdown);
  });

  it("replaces the artifact if it contains only the artifact's text, without the heading", () => {
    const text = "## M1 Gate\n\n### W1.1 Hang it\n\n- [ ] hang\n";
    const { markdown } = correctAnswer(first, { text, asked: ["work-plan"], expected });
    expect(markdown).toContain("# Work plan\n\n## M1 Gate");
    expect(markdown).not.toContain("No work is left");
  });
});

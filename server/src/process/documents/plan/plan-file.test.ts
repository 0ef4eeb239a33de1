import { describe, expect, it } from "vitest";
import { type PlanFileInput, planFile } from "./plan-file.ts";
import { worstRisks } from "./risks.ts";

const input: PlanFileInput = {
  name: "A hedge",
  notes: ["A note."],
  recommendation: "# Recommendation\n\n## Decision\n\nPlant it, because [C1] holds.\n",
  milestones: "# Milestones\n\nM1 Dig\n------\n\n```\n# not a heading\n```\n",
  others: [],
  requirements: [{ id: "R-1", title: "Grows to 2 m" }],
  risks: [{ risk: "Frost", likelihood: 2, impact: 5, response: "Wait" }],
  undecided: {
    contested: [
      {
        number: 1,
        text: "Beech | not yew",
        verdicts: [
          { model: "a/x", verdict: "kept" },
          { model: "b/y", verdict: "open" },
        ],
        choice: null,
      },
    ],
    questions: [{ number: 2, text: "Who\nwaters it?", decides: "how often", otherwise: "the owner" }],
  },
  cards: [{ title: "M1 [Dig]", path: "Pending/01_m1-dig.md" }],
  link: (markdown) => ({
    markdown,
    entries: [{ id: "C1", text: "Beech", href: "claims.md" }],
    unresolved: ["C9"],
  }),
};

describe("plan.md", () => {
  it("contains the parts of the plan in reading order, below the title", () => {
    const headings = planFile(input).match(/^#+ .+/gm);
    expect(headings).toEqual([
      "# A hedge: the plan",
      ...["## Recommendation", "### Decision", "## Contested claims", "## Open decisions", "## Requirements"],
      ...["## Milestones", "### M1 Dig", "# not a heading", "## Risks", "## Work"],
    ]);
  });

  it("names who disagrees about a claim, what applies if a question has no answer, and where each id leads", () => {
    const text = planFile(input);
    expect(text).toContain("| [C1] Beech \\| not yew | kept by a/x; left open by b/y | not made |");
    expect(text).toContain("- [Q2] Who waters it? It decides how often. Assumed without an answer: the owner.");
    expect(text).toContain("- [R-1] Grows to 2 m");
    expect(text).toContain("| Frost | 2 | 5 | Wait |");
    expect(text).toContain("- [M1 \\[Dig\\]](Pending/01_m1-dig.md)");
    expect(text).toContain("- Not found in this session: C9\n\n[C1]: claims.md\n");
  });

  it("omits sections without content", () => {
    const bare = planFile({
      ...input,
      ...{ milestones: null, requirements: [], risks: [], cards: [], undecided: { contested: [], questions: [] } },
      link: (markdown) => ({ markdown, entries: [], unresolved: [] }),
    });
    expect(bare).toBe(
      "# A hedge: the plan\n\nA note.\n\n## Recommendation\n\n### Decision\n\nPlant it, because [C1] holds.\n",
    );
  });
});

describe("the worst risks", () => {
  const register = (...rows: string[]) =>
    `# Risk register\n\n| risk | likelihood 1–5 | impact 1–5 | early sign | response | claim |\n|---|---|---|---|---|---|\n${rows.join("\n")}\n`;

  it("are those with the highest product of likelihood and impact, each once", () => {
    const first = register("| Frost | 2 | 5 | ice | wait | [C1] |", "| Drought | 4 | 4 | dust | water | none |");
    const second = register("| **Frost** | 1 | 1 | ice | cover | none |", "| Moles | 3 | 1 | hills | fence | none |");
    expect(worstRisks([first, second], { most: 2 })).toEqual([
      { risk: "Drought", likelihood: 4, impact: 4, response: "water" },
      { risk: "Frost", likelihood: 2, impact: 5, response: "wait" },
    ]);
  });

  it("list objections to claims last, and leave out objections to claims that the plan does not follow", () => {
    const text = register(
      "| [C1]: too late | 5 | 5 | none | begin | [C1] |",
      "| [C2]: too dear | 4 | 5 | none | save | [C2] |",
      "| Frost | 2 | 5 | ice | wait | [C2] |",
    );
    expect(worstRisks([text], { most: 5, notFollowed: [2] }).map(({ risk }) => risk)).toEqual([
      "Frost",
      "[C1]: too late",
    ]);
  });

  it("may have levels in words; a row without levels is left out", () => {
    const words = register(
      "| Frost | High | very high | ice | wait | none |",
      "| Fire | ? | 3 | smoke | call | none |",
    );
    expect(worstRisks([words], { most: 5 })).toEqual([{ risk: "Frost", likelihood: 4, impact: 5, response: "wait" }]);
  });
});

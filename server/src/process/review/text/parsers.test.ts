import { describePlanFault } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { artifactLines } from "./artifact-lines.ts";
import { checkPlan } from "./check-plan.ts";
import { findReferences } from "./find-references.ts";
import { parseClaims } from "./parse-claims.ts";
import { parseMilestones, parseRequirements } from "./parse-plan.ts";
import { parseQuestions } from "./parse-questions.ts";
import { parseScorecard } from "./parse-scorecard.ts";
import { parseVerdicts } from "./parse-verdicts.ts";

const lines = (text: string) => text.split("\n");

describe("artifacts, line by line", () => {
  it("go by level-1 headings outside code, whatever marks a heading has", () => {
    const found = artifactLines(
      "before\n# **Claims**\n- C: a\n```\n# Not this\n```\n## Below\nx\nScorecard\n===\ny\n# 2. Claims\nz",
    );
    expect([...found]).toEqual([
      ["claims", ["- C: a", "## Below", "x", "z"]],
      ["scorecard", ["y"]],
    ]);
  });
});

describe("claims", () => {
  it("are read however the mark is written, each once", () => {
    const written = [
      "- C: One.",
      "* **C:** Two.",
      "1. C3: Three,",
      "   carried on.",
      "- **C**: Four.",
      "- [C5] Five.",
      "- C: One.",
    ];
    expect(parseClaims(["Some words.", ...written, "- An aside."])).toEqual({
      items: ["One.", "Two.", "Three, carried on.", "Four.", "Five."],
      warnings: [],
    });
  });

  it("are all items where nobody wrote the mark, and no more than 25", () => {
    const many = Array.from({ length: 30 }, (_, index) => `- Claim ${index}.`);
    const { items, warnings } = parseClaims(many);
    expect(items).toHaveLength(25);
    expect(warnings).toEqual(["Of 30 claims only the first 25 are numbered."]);
    expect(parseClaims(["None."]).warnings).toHaveLength(1);
  });
});

describe("a scorecard", () => {
  const card = (...rows: string[]) =>
    parseScorecard(["| criterion | weight | score 0–10 | because |", "|---|---:|---|---|", ...rows]);

  it("gives numbers", () => {
    const { items, warnings } = card(
      "| fits | 25 | 7 | a \\| b |",
      "| **cost** | 10 % | **7,5** | dear |",
      "| risk | 5 | 8/10 | ok |",
      "| Total | 40 | 22 | |",
    );
    expect(items).toEqual([
      { criterion: "fits", weight: 25, score: 7, because: "a | b" },
      { criterion: "cost", weight: 10, score: 7.5, because: "dear" },
      { criterion: "risk", weight: 5, score: 8, because: "ok" },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each(["", "none", "11", "-3", "80 %", "4/5", "NaN", "10.5", "100"])(
    "warns of the score “%s” and leaves it out",
    (score) => {
      const { items, warnings } = card("| fits | 25 | 7 | |", `| cost | 10 | ${score} | |`);
      expect(items.map(({ criterion }) => criterion)).toEqual(["fits"]);
      expect(warnings).toHaveLength(1);
    },
  );

  it("goes by the names of its columns, and does without a weight", () => {
    const swapped = parseScorecard(["Criterion | Score | Because", "--- | --- | ---", "fits | 6 | so"]);
    expect(swapped.items).toEqual([{ criterion: "fits", weight: null, score: 6, because: "so" }]);
    expect(parseScorecard(["No table."]).warnings).toEqual(["The scorecard has no row that could be read."]);
  });
});

describe("resolved positions", () => {
  it("judge each claim once", () => {
    const { items, warnings } = parseVerdicts([
      "| claim | verdict | because | answers |",
      "|---|---|---|---|",
      "| [C1] All of it, unlike C9 | kept | so | R-1 |",
      "| [C2], [C3] | **Merged** | with C1 | R-2 |",
      "| C4 | perhaps | ? | none |",
      "| C1 | rejected | again | none |",
      "- [C5]: rejected — too dear",
    ]);
    expect(items.map(({ claim, verdict }) => `${claim} ${verdict}`)).toEqual([
      "1 kept",
      "2 merged",
      "3 merged",
      "5 rejected",
    ]);
    expect(items[0]).toEqual({ claim: 1, verdict: "kept", because: "so", answers: "R-1" });
    expect(items.at(-1)?.because).toBe("too dear");
    expect(warnings).toEqual([
      "Resolved positions: [C4] has none of the verdicts kept, merged, rejected, open.",
      "Resolved positions: [C1] has more than one row; the first counts.",
    ]);
  });
});

describe("open questions", () => {
  it("have what they decide and what is assumed", () => {
    const asked = parseQuestions([
      "- [ ] **Q** Is there a loading dock? — decides the lorry size — if unanswered: assume none",
      "- [ ] **Q2:** Who pays - the owner? -- decides: the contract -- If unanswered, assume the owner.",
      "1. What colour?",
      "- Nothing to ask.",
      "- [ ] **Q** is there a LOADING dock? — twice",
    ]);
    expect(asked).toEqual([
      { text: "Is there a loading dock?", decides: "the lorry size", otherwise: "assume none" },
      { text: "Who pays - the owner?", decides: "the contract", otherwise: "assume the owner." },
      { text: "What colour?", decides: "", otherwise: "" },
    ]);
  });
});

describe("a plan", () => {
  const requirements = parseRequirements(
    lines("### R-1 Light\ntext R-9\n### **R2** Sound\n## R-3: Guests\n### R-1 Again"),
  );

  it("is read by its headings and fields", () => {
    expect(requirements).toEqual([
      { number: 1, title: "Light" },
      { number: 2, title: "Sound" },
      { number: 3, title: "Guests" },
    ]);
    expect(parseRequirements(lines("- **R-4** Bold\n| R-5 | row |")).map(({ number }) => number)).toEqual([4, 5]);
    expect(
      parseMilestones(
        lines(
          "## M1 Start\n- Depends on: none\n- **Requirements covered:** R-1 to R-3, R-7\n## M2\nDepends on: M1, M3",
        ),
      ),
    ).toEqual([
      { number: 1, title: "Start", dependsOn: [], requirements: [1, 2, 3, 7] },
      { number: 2, title: "", dependsOn: [1, 3], requirements: [] },
    ]);
  });

  it("is checked: nothing uncovered, no circle, no dependency on nothing", () => {
    const milestone = (number: number, dependsOn: number[], covers: number[]) => ({
      number,
      title: "",
      dependsOn,
      requirements: covers,
    });
    expect(checkPlan(requirements, [milestone(1, [], [1, 2]), milestone(2, [1], [3])])).toEqual([]);
    const sentencesOf = (...plan: Parameters<typeof checkPlan>) => checkPlan(...plan).map(describePlanFault);
    expect(
      sentencesOf(requirements, [milestone(1, [3], [1]), milestone(2, [1, 9], [2]), milestone(3, [2], [8])]),
    ).toEqual([
      "R-3 is covered by no milestone.",
      "M2 depends on M9, which does not exist.",
      "M1 → M3 → M2 → M1: a milestone waits for itself.",
      "M3 covers R-8, which is not among the requirements.",
    ]);
    expect(sentencesOf(requirements, [])).toEqual([
      "No milestone could be read: each begins with a heading `## M1 Title`.",
    ]);
    expect(checkPlan([], [])).toEqual([]);
    expect(sentencesOf([], [milestone(1, [1], [])])).toEqual(["M1 → M1: a milestone waits for itself."]);
    const chain = Array.from({ length: 50_000 }, (_, index) => milestone(index, [index + 1], []));
    expect(checkPlan([], chain)).toHaveLength(1);
  });
});

describe("references", () => {
  it("are ids in brackets, each once in a paragraph", () => {
    const text =
      "# One [C1]\n\nTwo [C4][D2], [C4] and [F3, Q1].\nStill [x], [C4 or so], [C1](here).\n\n```\n[C9]\n```\n| a [D1] |\n";
    const found = findReferences(text).map(({ paragraph, kind, number }) => `${paragraph}:${kind}${number}`);
    expect(found).toEqual(["1:C1", "2:C4", "2:D2", "2:F3", "2:Q1", "2:C1", "3:D1"]);
  });
});

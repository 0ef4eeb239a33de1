import { describePlanFault } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { checkPlan, readDocument } from "#documents";
import { readReview } from "./read-review.ts";
import { findReferences } from "./text/find-references.ts";

const numbers = { C: new Set<number>(), D: new Set<number>(), F: new Set<number>(), Q: new Set<number>() };
const known = { toJudge: [], numbers };
const warnings = (markdown: string) => readReview(markdown, known).warnings;

/** Parses a document that consists of one artifact with these lines. */
const artifact = (title: string, lines: readonly string[]) => {
  const markdown = `# ${title}\n\n${lines.join("\n")}\n`;
  const judged = [...markdown.matchAll(/C(\d+)/g)].map(([, number]) => ({ number: Number(number) }));
  return readReview(markdown, { toJudge: judged, numbers });
};

describe("unreadable text", () => {
  it("causes a warning if a check or the board would otherwise ignore it silently", () => {
    const plan = "# Technical requirements\n\n### R-1 Light\n\n# Milestones\n\n## M1 Start\n- Requirements: R-1\n";
    expect(warnings(plan)).toEqual([]);
    expect(warnings(plan.replace("## M1", "## Milestone 1"))).toEqual([]);
    expect(warnings(plan.replace("## M1 Start", "In the end"))).toEqual([
      "No milestone could be read: each begins with a heading `## M1 Title`.",
    ]);
    expect(warnings(plan.replace("### R-1", "### First:").replace("R-1", "none"))).toEqual([
      expect.stringMatching(/^Technical requirements: none could be read/),
    ]);
    expect(warnings("# Work plan\n\n## M1 Start\n\n### W1.1 Dig\n")).toEqual([]);
    expect(warnings("# Work plan\n\n## M1 Start\n\n- [ ] Dig\n")).toEqual([
      expect.stringMatching(/^Work plan: no work item could be read/),
    ]);
  });
});

describe("artifacts", () => {
  it("start at level-1 headings outside code, in any heading style; those with the same title are parsed together", () => {
    const { artifacts } = readDocument(
      "before\n# **Claims**\n- C: a\n```\n# Not this\n```\n## Below\nx\n\nScorecard\n===\ny\n# 2. Claims\n- C: z",
    );
    expect(artifacts.map(({ key }) => key)).toEqual(["claims", "scorecard"]);
    expect(artifacts[0]?.entries.claims?.claims).toEqual(["a", "z"]);
  });
});

describe("claims", () => {
  it("are parsed with any spelling of the mark “C:”, without duplicates", () => {
    const written = [
      "- C: One.",
      "* **C:** Two.",
      "1. C3: Three,",
      "   carried on.",
      "- **C**: Four.",
      "- [C5] Five.",
      "- C: One.",
    ];
    expect(artifact("Claims", ["Some words.", "", ...written, "- Six.", "- Note: an aside."])).toMatchObject({
      claims: ["One.", "Two.", "Three, carried on.", "Four.", "Five.", "Six."],
      warnings: [],
    });
  });

  it("are all list items if none has the mark “C:”, up to 25", () => {
    const many = Array.from({ length: 30 }, (_, index) => `- Claim ${index}.`);
    const { claims, warnings } = artifact("Claims", many);
    expect(claims).toHaveLength(25);
    expect(warnings).toEqual(["Of 30 claims only the first 25 are numbered."]);
    expect(artifact("Claims", ["None."]).warnings).toHaveLength(1);
  });
});

describe("a scorecard", () => {
  const card = (...rows: string[]) =>
    artifact("Scorecard", ["| criterion | weight | score 0–10 | because |", "|---|---:|---|---|", ...rows]);

  it("is parsed into numbers", () => {
    const { scores: items, warnings } = card(
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
    "gives a warning if it contains the score “%s”, and omits that score",
    (score) => {
      const { scores: items, warnings } = card("| fits | 25 | 7 | |", `| cost | 10 | ${score} | |`);
      expect(items.map(({ criterion }) => criterion)).toEqual(["fits"]);
      expect(warnings).toHaveLength(1);
    },
  );

  it("is parsed by its column names, and needs no weights", () => {
    const swapped = artifact("Scorecard", ["Criterion | Score | Because", "--- | --- | ---", "fits | 6 | so"]);
    expect(swapped.scores).toEqual([{ criterion: "fits", weight: null, score: 6, because: "so" }]);
    expect(artifact("Scorecard", ["No table."]).warnings).toEqual(["The scorecard has no readable row."]);
  });
});

describe("resolved positions", () => {
  it("give at most one verdict per claim, and a warning for each unclear or missing verdict", () => {
    const { verdicts: items, warnings } = artifact("Resolved positions", [
      "| claim | verdict | because | answers |",
      "|---|---|---|---|",
      "| [C1] All of it, unlike C9 | kept | so | R-1 |",
      "| [C2], [C3] | **Merged** | with C1 | R-2 |",
      "| C4 | perhaps | ? | none |",
      "| C1 | Kept | again | none |",
      "| [C6] | kept | so | R-1 |",
      "",
      "- [C5]: rejected — too dear",
      "- [C6]: rejected — on second thought",
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
      "Resolved positions: [C6] has different verdicts (kept, rejected); none counts.",
      "Resolved positions: [C1] has more than one row; the first counts.",
      expect.stringMatching(/^Resolved positions: no verdict on \[C9\], \[C4\]/),
    ]);
  });
});

describe("open questions", () => {
  it("are parsed with what they decide and with their defaults", () => {
    const { questions: asked } = artifact("Open questions", [
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
  const plan = (title: string, text: string) => readDocument(`# ${title}\n\n${text}`).artifacts[0]?.entries ?? {};
  const { requirements = [] } = plan(
    "Requirements",
    "### R-1 Light\ntext R-9\n### **R2** Sound\n## R-3: Guests\n### R-1 Again",
  );

  it("is parsed by its headings and fields", () => {
    expect(requirements).toEqual([
      { number: 1, title: "Light" },
      { number: 2, title: "Sound" },
      { number: 3, title: "Guests" },
    ]);
    expect(plan("Requirements", "- **R-4** Bold\n- **R-5** Row").requirements?.map(({ number }) => number)).toEqual([
      4, 5,
    ]);
    expect(
      plan(
        "Milestones",
        "## M1 Start\n- Depends on: none\n- **Requirements covered:** R-1 to R-3, R-7\n## M2\nDepends on: M1, M3",
      ).milestones,
    ).toEqual([
      { number: 1, title: "Start", dependsOn: [], requirements: [1, 2, 3, 7] },
      { number: 2, title: "", dependsOn: [1, 3], requirements: [] },
    ]);
  });

  it("is checked for uncovered requirements, dependency cycles and unknown dependencies", () => {
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
  it("are ids in brackets, and are counted once per paragraph", () => {
    const text =
      "# One [C1]\n\nTwo [C4][D2], [C4] and [F3, Q1].\nStill [x], [C4 or so], [C1](here).\n\n```\n[C9]\n```\n| a [D1] |\n";
    const found = findReferences(text).map(({ paragraph, kind, number }) => `${paragraph}:${kind}${number}`);
    expect(found).toEqual(["1:C1", "2:C4", "2:D2", "2:F3", "2:Q1", "2:C1", "3:D1"]);
  });
});

import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.ts";
import { type Rehearsed, rehearsed } from "./sample-process.ts";
import { type Step, write } from "./sample-prompts.ts";
import { part, rows } from "./sample-reading.ts";
import { temperamentNames } from "./temperament.ts";

const documents = [...rehearsed().values()].flat();
const ofStep = (step: Step): Rehearsed[] => documents.filter((one) => one.step === step);

describe("a proposal", () => {
  it("ends with eight to twenty claims, each on its line, none twice", () => {
    for (const { markdown } of [...ofStep("propose"), ...ofStep("pairwise"), ...ofStep("reduce")]) {
      const claims = part(markdown, "Claims")
        .split("\n")
        .slice(1)
        .filter((line) => line !== "");
      expect(claims.filter((line) => !/^- C: \S.{10,}\.$/.test(line))).toEqual([]);
      expect(new Set(claims).size).toBe(claims.length);
      expect(claims.length).toBeGreaterThanOrEqual(8);
      expect(claims.length).toBeLessThanOrEqual(20);
    }
  });

  it("asks its open questions in the form that can be answered", () => {
    for (const { markdown } of ofStep("propose")) {
      const lines = part(markdown, "Open questions")
        .split("\n")
        .slice(1)
        .filter((line) => line !== "" && !line.startsWith("*"));
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.length).toBeLessThanOrEqual(8);
      expect(
        lines.filter((line) => !/^- \[ \] \*\*Q\*\* [^—]+\? — decides [^—]+ — if unanswered: \S[^—]*$/.test(line)),
      ).toEqual([]);
    }
  });

  const gaps: [what: string, brief: string, expected: RegExp, others: RegExp][] = [
    [
      "a deadline",
      "Ana builds a shed for 40 bicycles with a budget of 3,000 EUR in our yard.",
      /By which day must/,
      /at the very most|when opinions differ/,
    ],
    [
      "a budget",
      "Ana builds a shed for 40 bicycles in our yard by 3 May 2027.",
      /at the very most/,
      /By which day|when opinions differ/,
    ],
    [
      "somebody who decides",
      "We need a shed for 40 bicycles with a budget of 3,000 EUR by 3 May 2027.",
      /when opinions differ/,
      /By which day|at the very most/,
    ],
  ];
  it.each(gaps)(
    "asks for %s that the brief does not name, and not for what it does",
    (_, request, expected, others) => {
      for (const name of temperamentNames) {
        const questions = part(write(name, { request }), "Open questions");
        expect(questions).toMatch(expected);
        expect(questions).not.toMatch(others);
      }
    },
  );

  it("shows numbers that contradict each other, and leaves alone those that do not", () => {
    const request =
      "Ana plans a dinner for 80 guests on 3 May 2027. The budget is 5,000 EUR. Chairs are ordered for 60 guests, at most 50 guests at once.";
    expect(write("briar", { request })).toContain("The brief says “80 guests” and “60 guests”: which of them holds?");
    expect(write("briar", { request: briefs.popup })).not.toContain("which of them holds?");
  });
});

describe("a critique", () => {
  it("quotes claims of the proposal it reads, and says what is wrong, why, and what would mend it", () => {
    for (const { markdown, documents: given } of ofStep("critique")) {
      const critique = part(markdown, "Critique");
      const weak = critique.match(/^\*\*(?:fatal|serious|minor)\*\* .*$/gm) ?? [];
      expect(weak.length).toBeGreaterThan(0);
      for (const line of weak) {
        expect(line).toMatch(/^\*\*\w+\*\* \[D1\] “[^”]+”: .+ Evidence: .+ Mend: .+\.$/);
        expect(given[0]?.markdown).toContain(line.match(/“([^”]+)”/u)?.[1]);
      }
      expect(critique).toMatch(/^## Keep\n\n- \[D1\] “/m);
      expect(critique).toMatch(/^## Missing\n\n- /m);
      expect(part(markdown, "Feasibility").trimEnd().split("\n").at(-1)).toMatch(
        /^Verdict: (?:feasible$|feasible if |not feasible because )/,
      );
    }
  });

  it("keeps to the columns of its tables", () => {
    const tables: [string, string[]][] = [
      ["Risk register", ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"]],
      ["Dependency map", ["needs", "from whom", "by when", "if late"]],
      ["Scorecard", ["criterion", "weight", "score 0–10", "because"]],
    ];
    for (const { markdown } of ofStep("critique")) {
      for (const [heading, columns] of tables) {
        const [head, , ...body] = rows(part(markdown, heading));
        expect(head).toEqual(columns);
        expect(body.length).toBeGreaterThanOrEqual(3);
        expect(body.every((row) => row.length === columns.length && row.every((cell) => cell.trim() !== ""))).toBe(
          true,
        );
      }
      const risks = rows(part(markdown, "Risk register"))
        .slice(2)
        .map((row) => row.slice(1, 3).map(Number));
      expect(risks.flat().every((mark) => mark >= 1 && mark <= 5)).toBe(true);
    }
  });

  it("scores seven criteria whose weights make a hundred", () => {
    for (const { markdown } of ofStep("critique")) {
      const body = rows(part(markdown, "Scorecard")).slice(2);
      expect(body.map(([criterion]) => criterion)).toEqual([
        "fits the request",
        "respects the facts",
        "feasible",
        "complete",
        "risk",
        "cost",
        "clarity",
      ]);
      expect(body.reduce((sum, [, weight]) => sum + Number(weight), 0)).toBe(100);
      expect(body.every(([, , score]) => /^(?:[0-9]|10)$/.test(score ?? ""))).toBe(true);
    }
  });

  it("gives a proposal that says little worse marks than one that says much", () => {
    const total = (markdown: string): number => {
      const thesis = { id: "D1", kind: "thesis", label: "Proposal A", markdown };
      const review = write("briar", { request: briefs.popup, step: "critique", documents: [thesis] });
      return rows(part(review, "Scorecard"))
        .slice(2)
        .reduce((sum, [, weight, score]) => sum + Number(weight) * Number(score), 0);
    };
    const full = write("atlas", { request: briefs.popup });
    const poor =
      "# Business case\n\nWe will do it somehow.\n\n# Claims\n\n- C: We will invite 900 guests and hope for the best.\n";
    expect(total(full)).toBeGreaterThan(total(poor) + 100);
  });
});

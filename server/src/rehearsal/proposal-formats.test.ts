import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { type Rehearsed, rehearsed } from "./sample-process.fixture.ts";
import { type Step, write } from "./sample-prompts.fixture.ts";
import { ids, part, rows } from "./sample-reading.fixture.ts";
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
        lines.filter(
          (line) => !/^- \[ \] \*\*Q\*\* [^—]+\? — decides [^—]+ — if unanswered: assume \S[^—]*$/.test(line),
        ),
      ).toEqual([]);
    }
  });

  const whole = "Ana plans a dinner for 80 guests in the Mill Hall on 3 May 2027. The budget is 5,000 EUR.";
  const asks = {
    day: /By which day must/,
    sum: /at the very most/,
    decider: /when opinions differ/,
    place: /Where exactly does/,
    figure: /which of them holds/,
  };
  const gaps: [missing: string, brief: string, expected: (keyof typeof asks)[]][] = [
    ["nothing", whole, []],
    ["the day", whole.replace(" on 3 May 2027", ""), ["day"]],
    ["the sum", whole.replace(" The budget is 5,000 EUR.", ""), ["sum"]],
    ["who decides", whole.replace("Ana plans", "We plan"), ["decider"]],
    ["the place", whole.replace(" in the Mill Hall", ""), ["place"]],
    ["one number of guests", `${whole} Chairs are ordered for 60 guests.`, ["figure"]],
    ["one budget", `${whole} In total we can spend 7,000 EUR.`, ["figure"]],
    ["everything", "A dinner for guests.", ["day", "sum", "decider", "place"]],
    ["what a program does not need", "Ana builds an app by 3 May 2027 with a budget of 5,000 EUR.", []],
  ];
  it.each(gaps)("asks for what is missing and for nothing else: %s", (_, request, expected) => {
    for (const name of temperamentNames) {
      const questions = part(write(name, { request }), "Open questions");
      const asked = Object.entries(asks).flatMap(([what, pattern]) => (pattern.test(questions) ? [what] : []));
      expect(asked).toEqual(expected);
    }
  });

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

  it("names claims by the numbers it is given, and by no others", () => {
    const markdown = write("atlas", { request: briefs.billing });
    const thesis = { id: "D3", kind: "thesis", label: "Proposal A", markdown };
    const texts = ids(part(markdown, "Claims"), /(?<=^- C: ).+$/gm);
    const lines = texts.map((text, i) => `- [C${i + 41}] (D3) ${text}`);
    const others = ["- [C7] (D1) Something another proposal says.", "- [C8] (D1) And something else."];
    const sections = `<<<claims 0123456789ab>>>\n${[...others, ...lines].join("\n")}\n<<<end claims 0123456789ab>>>`;
    for (const name of temperamentNames) {
      const review = write(name, { request: briefs.billing, step: "critique", documents: [thesis], sections });
      const weak = part(review, "Critique").match(/^\*\*\w+\*\* .*$/gm) ?? [];
      expect(weak.length).toBeGreaterThan(1);
      for (const line of weak) {
        const [, number, quote = ""] = line.match(/^\*\*\w+\*\* \[C(\d+)\] “([^”]+)”/u) ?? [];
        expect(texts[Number(number) - 41]).toContain(quote);
      }
      expect(part(review, "Risk register")).toMatch(/\| \[C\d+\] “[^|]+ \|$/m);
      const used = ids(review, /(?<=\[C)\d+(?=\])/g).map(Number);
      expect(used.filter((number) => number < 41 || number > 40 + texts.length)).toEqual([]);
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

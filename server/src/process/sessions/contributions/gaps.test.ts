import { describe, expect, it } from "vitest";
import { type ReadableChunk, readChain } from "#documents";
import type { ExpectedArtifact } from "#recipes";
import { describeGaps, problemsAskedFor } from "./gaps.ts";

const artifact = (title: string): ExpectedArtifact => ({
  key: title.toLowerCase().replaceAll(" ", "-"),
  title,
  words: 100,
  about: "",
  required: true,
});
const artifacts = ["Requirements", "Milestones", "Resolved positions", "Work plan"].map(artifact);
const wanted = { artifacts, claims: [1, 2].map((number) => ({ number })) };
const positions = (...rows: string[]) =>
  ["# Resolved positions", "", "| claim | verdict | because | answers |", "|---|---|---|---|", ...rows, ""].join("\n");
const plan = "# Requirements\n\n### R-1 Light\n\n# Milestones\n\n## M1 Start\n\n- Requirements: R-1\n\n";
const work = "# Work plan\n\n## M1 Start\n\n### W1.1 Dig\n\n- Depends on: none\n- Steps:\n  - [ ] dig\n";
const judged = positions("| [C1] | kept | a | R-1 |", "| [C2] | open | b | R-1 |");
const whole = `${plan}${judged}\n${work}`;

const chunk = (text: string, asked_for: string[] = []): ReadableChunk => ({ text, finish_reason: "stop", asked_for });
const problemsIn = (text: string, claims = wanted.claims) => readChain([chunk(text)], { artifacts, claims }).problems;
const notesOn = (text: string, claims = wanted.claims) =>
  describeGaps(problemsIn(text, claims), artifacts).notes.join("\n\n");
/** The document after the first answer and one further request for what was missing. */
function corrected(first: string, further: string, claims = wanted.claims) {
  const asked = [...new Set(problemsIn(first, claims).map((problem) => problem.artifact))];
  return readChain([chunk(first), chunk(further, asked)], { artifacts, claims });
}

describe("a repair request", () => {
  it("is not needed if the answer is complete", () => {
    expect(problemsIn(whole)).toEqual([]);
    expect(problemsAskedFor({ asked_for: [] }, [chunk("No.")], wanted)).toEqual([]);
  });

  it("names the problem, quotes what the model wrote and shows the expected format", () => {
    const claims = [1, 2, 7, 9].map((number) => ({ number }));
    const first = whole.replace("- Requirements: R-1", "- Requirements: R-2").replace("| open |", "| maybe |");
    const asked = describeGaps(problemsIn(first, claims), artifacts);
    expect(asked.artifacts.map(({ title }) => title)).toEqual(["Milestones", "Resolved positions"]);
    const [milestones, verdicts] = asked.notes;
    expect(milestones).toContain("R-1 is covered by no milestone. M1 covers R-2, which is not among the requirements.");
    expect(milestones).toContain("What you wrote begins: M1: R-2");
    expect(milestones).toContain("    ## M1 Title");
    expect(verdicts).toContain("no row gives a verdict on [C2], [C7], [C9]. [C2] has “maybe”, which is no verdict.");
    expect(verdicts).toContain("What you wrote begins: | claim | verdict |");
    expect(verdicts).toContain("    | [C1] | kept |");
  });

  it("lists the different verdicts on one claim, because none of them counts", () => {
    const first = whole.replace("| [C2] | open |", "| [C2] | kept | it holds | R-1 |\n| [C2] | open |");
    const asked = describeGaps(problemsIn(first, [{ number: 2 }]), artifacts);
    expect(asked.notes.join("\n")).toContain(
      "no row gives a verdict on [C2]. [C2] has different verdicts: kept, open.",
    );
  });

  it("asks for a missing artifact in full, and quotes headings that were not asked for", () => {
    const notes = notesOn(`${plan}${work}# Verdicts of the jury\n\nAll fine.\n`);
    expect(notes).toContain(
      "Resolved positions: there is no such heading.\nHeadings that were not asked for: # Verdicts of the jury",
    );
  });

  it("asks again for entries that share an id, because only the first of them would count", () => {
    const again = "### R-1 Water\n\nIt must be there.\n\n";
    const first = whole
      .replace("# Milestones\n\n", `${again}# Milestones\n\n`)
      .replace(
        "## M1 Start\n\n- Requirements: R-1\n",
        "## M1 Start\n\n- Requirements: R-1\n\n## M1 End\n\n- Requirements: R-1\n",
      )
      .concat("\n### W1.1 Dig again\n\n- Steps:\n  - [ ] dig\n");
    const notes = notesOn(first);
    expect(notes).toContain(
      "Requirements: R-1 is the id of several requirements; only the first counts. Write all requirements",
    );
    expect(notes).toContain(
      "Milestones: M1 is the id of several milestones; only the first counts. Write all milestones",
    );
    expect(notes).toContain("W1.1 is the id of several pieces of work; only the first counts.");
  });

  it("asks again for work items with unknown dependencies or without steps", () => {
    const notes = notesOn(whole.replace("Depends on: none", "Depends on: W1.7").replace("  - [ ] dig\n", ""));
    expect(notes).toContain("W1.1 depends on W1.7, which does not exist. W1.1 has no steps.");
  });
});

describe("the answer to a repair request", () => {
  it("replaces the wrong artifacts, without duplicates", () => {
    const first = whole.replace("- Requirements: R-1", "- Requirements: R-2");
    const { markdown, problems } = corrected(first, "Sure!\n\n## Milestones\n\n### M1 Begin\n\n- Requirements: R-1\n");
    expect(problems).toEqual([]);
    expect(markdown).toBe(whole.replace("M1 Start\n\n- Req", "M1 Begin\n\n- Req"));
  });

  it("is merged with the rows and entries that were right the first time", () => {
    const claims = [1, 2, 7].map((number) => ({ number }));
    const first = whole.replace("| open |", "| maybe |");
    const verdicts = corrected(first, positions("| C2 | dropped | late | none |", "| C7 | kept | so | R-1 |"), claims);
    expect(verdicts.problems).toEqual([]);
    expect(verdicts.markdown.match(/^\| \[?C\d.*/gm)).toEqual([
      "| [C1] | kept | a | R-1 |",
      "| C2 | dropped | late | none |",
      "| C7 | kept | so | R-1 |",
    ]);
    const twoNodes = `${whole}\n### W1.2 Plant\n\n- Depends on: W1.3\n- Steps:\n  - [ ] plant\n`;
    const node = "### W1.2 Plant\n\n- Depends on: W1.1\n- Steps:\n  - [ ] plant\n";
    for (const further of [node, `# Work plan\n\n${node}`]) {
      const { markdown, problems } = corrected(twoNodes, further);
      expect(problems).toEqual([]);
      expect(markdown.match(/^### W.*/gm)).toEqual(["### W1.1 Dig", "### W1.2 Plant"]);
      expect(markdown).toContain("Depends on: W1.1");
    }
  });

  it("is inserted at the place where the step expects it", () => {
    const { markdown, problems } = corrected(`${plan}${work}`, judged);
    expect(problems).toEqual([]);
    expect(markdown.match(/^# .*/gm)).toEqual([
      "# Requirements",
      "# Milestones",
      "# Resolved positions",
      "# Work plan",
    ]);
  });

  it("does not duplicate artifacts that the model repeats unasked", () => {
    const { markdown, problems } = corrected(`${plan}${judged}`, whole);
    expect(problems).toEqual([]);
    expect(markdown).toBe(whole);
  });

  it("leaves only one copy of a closing remark that the model writes after each answer", () => {
    const offer = "Let me know what else is needed.";
    const first = `${whole.replace("- Requirements: R-1", "- Requirements: R-2")}\n${offer}\n`;
    const milestones = whole.slice(whole.indexOf("# Milestones")).split(/^(?=# )/m)[0] ?? "";
    const { markdown, problems } = corrected(first, `${milestones}\n${offer}\n`);
    expect(problems).toEqual([]);
    expect(markdown.split(offer)).toHaveLength(2);
    expect(markdown).toContain("- Requirements: R-1");
    const claims = [1, 2, 7].map((number) => ({ number }));
    const [row, said] = ["| C7 | kept | so | R-1 |", `\n${offer}\n`];
    const merged = corrected(`${plan}${work}\n${judged}${said}`, `${positions(row)}${said}`, claims);
    expect(merged.problems).toEqual([]);
    expect(merged.markdown).toContain(row);
    expect(merged.markdown.split(offer)).toHaveLength(2);
  });

  it("does not replace an artifact whose first version was better", () => {
    const first = whole.replace("- Requirements: R-1", "- Requirements: R-2");
    const { markdown, problems } = corrected(first, "# Milestones\n\nI already wrote them.\n");
    expect(markdown).toBe(first);
    expect(problems.map(({ code }) => code)).toEqual(["plan_faults"]);
  });
});

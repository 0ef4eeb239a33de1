import { describe, expect, it } from "vitest";
import { writeAnswer } from "../model/write-answer.ts";
import { readPaper } from "../prompt/read-paper.ts";
import { briefs } from "../sample-briefs.fixture.ts";
import { samplePrompt, wantedBy, write } from "../sample-prompts.fixture.ts";
import { temperamentNamed, temperamentNames } from "../temperament.ts";
import { countWords } from "../text/count-words.ts";

const labels = ["Proposal A", "Proposal B", "Proposal C"];

/** Combines the documents as the combining task asks. `share` is the share of their word budgets that the result may use. */
function combine(request: string, markdowns: readonly string[], share = 1): string {
  const documents = markdowns.map((markdown, index) => ({
    id: `D${index + 1}`,
    kind: "thesis",
    label: labels[index] ?? "",
    markdown,
  }));
  const wanted = wantedBy.propose.map((one) => ({
    ...one,
    maxWords: Math.floor(one.maxWords * share * markdowns.length),
  }));
  const [system, user] = samplePrompt({ request, documents, wanted });
  const asked = { role: "user", text: user?.text.replace('step="propose"', 'step="combine"') ?? "" } as const;
  return writeAnswer(temperamentNamed("atlas"), [...(system ? [system] : []), asked]);
}

const figures = (text: string): string[] => text.match(/\d[\d.,]*/g) ?? [];

describe.each(Object.entries(briefs))("three proposals for %s, combined", (_, request) => {
  const theses = temperamentNames.map((name) => write(name, { request }));
  const unique = ["Two beehives guard the orchard.", "A lantern hangs beside the walrus.", "The tuba plays a lullaby."];
  const edited = theses.map((thesis, index) => thesis.replace("# Claims", `${unique[index]}\n\n# Claims`));
  const whole = combine(request, edited);

  it("keep every claim, every figure and every statement that only one proposal makes, if the word budget allows", () => {
    const paper = (markdown: string) => readPaper({ id: "D1", kind: "thesis", label: "", markdown });
    const claims = paper(whole).claims.map((claim) => claim.text);
    for (const thesis of edited) {
      expect(claims).toEqual(expect.arrayContaining(paper(thesis).claims.map((claim) => claim.text)));
      expect(new Set(figures(whole))).toEqual(new Set([...figures(whole), ...figures(thesis)]));
    }
    expect(new Set(claims).size).toBe(claims.length);
    for (const statement of unique) expect(whole.split(statement)).toHaveLength(2);
    expect([...whole.matchAll(/^# (.+)$/gm)].map(([, title]) => title)).toEqual(
      wantedBy.propose.map(({ heading }) => heading),
    );
    expect(whole.length).toBeLessThan(edited.join("").length);
    expect(whole.match(/A rehearsal model wrote this/g)).toHaveLength(1);
  });

  it.each([0.05, 0.2, 0.5])("stay within a word budget of %f times the original budgets", (share) => {
    const short = combine(request, edited, share);
    const artifacts = short.split(/^(?=# )/m);
    expect(artifacts).toHaveLength(wantedBy.propose.length);
    for (const [index, { maxWords, heading }] of wantedBy.propose.entries()) {
      const most = Math.floor(maxWords * share * edited.length);
      expect(countWords(artifacts[index] ?? ""), heading).toBeLessThanOrEqual(Math.max(most, 60));
      // Statements are left out only if there is no room for them.
      const all = countWords(whole.split(/^(?=# )/m)[index] ?? "");
      if (share === 0.2) expect(countWords(artifacts[index] ?? ""), heading).toBeGreaterThan(Math.min(most, all) / 2);
    }
    const said = short.match(/^- C: .+$/gm) ?? [];
    const from = edited.map((thesis) => said.filter((claim) => thesis.includes(claim)).length);
    // Every document contributes claims.
    if (share > 0.1) expect(Math.min(...from)).toBeGreaterThan(0);
  });

  it("give the same text for a single proposal as for two copies of it", () => {
    const once = combine(request, [edited[0] ?? ""]);
    expect(combine(request, [edited[0] ?? "", edited[0] ?? ""], 0.5)).toBe(once);
  });
});

it("a combined text names the source of each statement that not every document makes, and states shared text once", () => {
  const table = (guests: number, why: string) =>
    `# Business case\n\nWe expect ${guests} guests. The hall is dry.\n\n| risk | sign |\n| --- | --- |\n| Rain | clouds |\n| Heat | ${why} |\n`;
  const combined = combine("A party.", [table(300, "sun"), table(250, "sweat")]);
  expect(combined).toContain("We expect 300 guests. (Proposal A)");
  expect(combined).toContain("We expect 250 guests. (Proposal B)");
  expect(combined.match(/The hall is dry/g)).toHaveLength(1);
  expect(combined).toContain(
    "| risk | sign |\n| --- | --- |\n| Rain | clouds |\n| Heat | sun (Proposal A) |\n| Heat | sweat (Proposal B) |",
  );
});

it("a combined text keeps what is under unknown headings, under no heading, under repeated headings and in code", () => {
  const odd =
    "Before any heading.\n\n# Claims\n\n- C: One.\n\n# Garden\n\nAfterthought.\n\n```\n# not a heading\n```\n\n# Claims\n\n- C: Two.\n";
  const combined = combine("A party.", [odd, "# Claims\n\n- C: Three.\n"]);
  for (const kept of [
    "Before any heading.",
    "## Garden",
    "Afterthought.",
    "# not a heading",
    "- C: One.",
    "- C: Two.",
  ]) {
    expect(combined).toContain(kept);
  }
});

it("a combined text keeps the beginning of a statement that is longer than the word budget if nothing else is left", () => {
  const endless = `# Business case\n\n${"word, ".repeat(9_000)}end.\n`;
  const combined = combine("A party.", [endless, "# Business case\n\nThe hall is dry.\n"], 0.2);
  expect(combined).toContain("The hall is dry.");
  const alone = combine("A party.", [endless, endless], 0.2);
  expect(countWords(alone)).toBeLessThan(400);
  expect(alone).toMatch(/word, word, …$/m);
});

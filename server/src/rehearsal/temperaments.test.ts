import { describe, expect, it } from "vitest";
import { briefs, variedBriefs } from "./sample-briefs.fixture.ts";
import { rehearse } from "./sample-process.fixture.ts";
import { type Step, write } from "./sample-prompts.fixture.ts";
import { ids, part, rows } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";
import { tenBriefs } from "./ten-briefs.fixture.ts";

const ten = Object.fromEntries(Object.entries(tenBriefs).map(([name, { text }]) => [name, text]));
const all: [string, string][] = Object.entries({ ...briefs, ...variedBriefs, ...ten });

/**
 * Lines that are the same for every model because the format prescribes them: headings, table heads, and fields that contain
 * ids or a single word.
 */
const prescribed = [
  /^#{1,6} /,
  /^\*A rehearsal/,
  /^\| ---/,
  /^\| (?:risk|needs|criterion|limit|chosen|claim) \|/,
  /^- (?:Depends on|Requirements|Carries|Steps|Inputs|Kind|Priority|Source|Owner|Data|Security):/,
];

/** The sentences of a document; a row of a table is one sentence. */
function sentencesOf(markdown: string): Set<string> {
  const lines = markdown.split("\n").filter((text) => !prescribed.some((form) => form.test(text)));
  const cut = lines.flatMap((text) => (text.startsWith("|") ? [text] : text.split(/(?<=\p{L}[.!?]|”[.!?])\s+/u)));
  return new Set(cut.map((text) => text.trim().toLowerCase()).filter((text) => text !== ""));
}

function mostShared(markdowns: readonly string[]): number {
  const sets = markdowns.map(sentencesOf);
  const pairs = sets.flatMap((a, i) => sets.slice(i + 1).map((b) => a.intersection(b).size / Math.min(a.size, b.size)));
  return Math.max(...pairs);
}

/**
 * Each temperament's document for each step. All temperaments get the same inputs, except that each writes its work plan
 * from its own plan.
 */
function everyDocument(request: string): Partial<Record<Step, string[]>> {
  const given = (kind: string, markdown: string, index: number) => ({
    ...{ id: `D${index + 1}`, label: `Text ${index + 1}` },
    ...{ kind, markdown },
  });
  const written = (step: Step, documents: ReturnType<typeof given>[]) =>
    temperamentNames.map((name) => write(name, { request, step, documents }));
  const propose = theses(request);
  const critique = written("critique", [given("thesis", propose[0] ?? "", 0)]);
  const final = written(
    "final",
    propose.map((markdown, index) => given("thesis", markdown, index)),
  );
  const syntheses = final.map((markdown, index) => given("final_synthesis", markdown, index));
  const formalise = written("formalise", syntheses);
  const breakDown = temperamentNames.map((name, index) =>
    write(name, { request, step: "break-down", documents: [given("parenthesis", formalise[index] ?? "", 8)] }),
  );
  return { propose, critique, final, formalise, "break-down": breakDown };
}

const theses = (request: string): string[] => temperamentNames.map((name) => write(name, { request }));
const different = (values: readonly unknown[]): number => new Set(values.map((value) => JSON.stringify(value))).size;

describe("three temperaments", () => {
  it.each(all)("share less than 40 % of the sentences in each document, from thesis to work plan: %s", (_, request) => {
    const shared = Object.entries(everyDocument(request)).map(([step, documents]) => ({
      step,
      isTooMuch: mostShared(documents) >= 0.4,
    }));
    expect(shared.filter(({ isTooMuch }) => isTooMuch)).toEqual([]);
  });

  it.each(all)("differ in their choices, not only in their words: %s", (_, request) => {
    const written = theses(request);
    const claims = written.map((markdown) => part(markdown, "Claims"));
    expect(different(claims.map((text) => text.match(/^- C: Work begins with .+$/m)?.[0]))).toBe(3);
    expect(different(claims.map((text) => text.match(/A reserve of (\d+) %/)?.[1]))).toBe(3);
    expect(different(written.map((markdown) => part(markdown, "Open questions")))).toBe(3);
  });

  it.each(all)("review a proposal differently: %s", (_, request) => {
    const thesis = { id: "D1", kind: "thesis", label: "Proposal A", markdown: write("atlas", { request }) };
    const reviews = temperamentNames.map((name) => write(name, { request, step: "critique", documents: [thesis] }));
    expect(mostShared(reviews)).toBeLessThan(0.4);
    expect(different(reviews.map((text) => part(text, "Critique")))).toBe(3);
    expect(different(reviews.map((text) => rows(part(text, "Scorecard")).map((row) => row[2])))).toBe(3);
  });

  it.each(["popup", "billing", "garden"] as const)("disagree about some claims and agree about others: %s", (name) => {
    const finals = rehearse(briefs[name], temperamentNames).filter((one) => one.step === "final");
    const verdicts = finals.map(({ markdown }) =>
      rows(part(markdown, "Resolved positions"))
        .slice(2)
        .map((row) => (row[1] === "kept" || row[1] === "merged" ? "in" : "out")),
    );
    const contested = (verdicts[0] ?? []).filter((_, i) => different(verdicts.map((list) => list[i])) > 1).length;
    expect(contested).toBeGreaterThan(2);
    expect(contested).toBeLessThan((verdicts[0]?.length ?? 0) * 0.7);
  });
});

describe("a seed", () => {
  const steps = ["propose", "final"] as const satisfies readonly Step[];
  const thesis = { id: "D1", kind: "thesis", label: "A", markdown: write("atlas", { request: briefs.popup }) };
  const written = (seed: string) =>
    temperamentNames.flatMap((name) =>
      steps.map((step) =>
        write(name, { request: briefs.popup, step, documents: step === "propose" ? [] : [thesis], seed }),
      ),
    );

  it("changes the choices, in the same way each time", () => {
    const runs = ["", "1", "2", "3", "4"].map(written);
    expect(written("1")).toEqual(runs[1]);
    for (const index of runs[0]?.keys() ?? []) expect(different(runs.map((run) => run[index]))).toBeGreaterThan(1);
  });

  it("keeps the temperaments distinct: atlas has the smallest reserve, briar the largest", () => {
    for (const seed of ["1", "2", "3", "42", "999"]) {
      const [atlas = 0, briar = 0, cedar = 0] = temperamentNames.map((name) =>
        Number(ids(write(name, { request: briefs.popup, seed }), /(?<=A reserve of )\d+/g)[0]),
      );
      expect(atlas < cedar && cedar < briar).toBe(true);
    }
  });
});

import { describe, expect, it } from "vitest";
import { briefs, germanBrief, variedBriefs } from "./sample-briefs.fixture.ts";
import { rehearse } from "./sample-process.fixture.ts";
import { type Step, wantedBy, write } from "./sample-prompts.fixture.ts";
import { ids, part, rows } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";

const all: [string, string][] = Object.entries({ ...briefs, ...variedBriefs, german: germanBrief });
const full: [string, string][] = Object.entries({
  popup: briefs.popup,
  billing: briefs.billing,
  garden: briefs.garden,
  ...variedBriefs,
});

/** Lines and sentences, as a reader who compares two documents would cut them; prescribed headings are no sentences. */
function sentencesOf(markdown: string): Set<string> {
  const cut = markdown
    .split(/\n|(?<=[.!?])\s+/)
    .filter((text) => !/^#{1,2} |^\| ---|^\| (?:risk|needs|criterion) \|/.test(text));
  return new Set(cut.map((text) => text.trim().toLowerCase()).filter((text) => text !== ""));
}

function mostShared(markdowns: readonly string[]): number {
  const sets = markdowns.map(sentencesOf);
  const pairs = sets.flatMap((a, i) => sets.slice(i + 1).map((b) => a.intersection(b).size / Math.min(a.size, b.size)));
  return Math.max(...pairs);
}

const theses = (request: string): string[] => temperamentNames.map((name) => write(name, { request }));
const different = (values: readonly unknown[]): number => new Set(values.map((value) => JSON.stringify(value))).size;
const features = (markdown: string): string[] => ids(part(markdown, "Feature specification"), /(?<=^## F\d+ ).+$/gm);

describe("three temperaments", () => {
  it.each(all)("share fewer than three in ten sentences of their theses: %s", (_, request) => {
    expect(mostShared(theses(request))).toBeLessThan(0.3);
  });

  it.each(full)("choose differently, not only in other words: %s", (_, request) => {
    const written = theses(request);
    const claims = written.map((markdown) => part(markdown, "Claims"));
    // Order: what comes first. Scope: what there is at all. Risk appetite: what is kept back. Number: what is planned for.
    expect(different(written.map((markdown) => features(markdown).slice(0, 3)))).toBe(3);
    expect(different(written.map((markdown) => features(markdown).toSorted()))).toBeGreaterThan(1);
    expect(different(claims.map((text) => text.match(/Reserve: (.+?) stay/)?.[1]))).toBe(3);
    expect(different(claims.map((text) => text.match(/Figures: .*?, (?:for )?(.+?) \(/)?.[1]))).toBe(
      claims[0]?.includes("Figures:") ? 3 : 1,
    );
    expect(different(claims.map((text) => text.match(/^- C: Order: .+$/m)?.[0]))).toBe(3);
  });

  it.each(full)("read a proposal with different eyes: %s", (_, request) => {
    const thesis = { id: "D1", kind: "thesis", label: "Proposal A", markdown: write("atlas", { request }) };
    const reviews = temperamentNames.map((name) => write(name, { request, step: "critique", documents: [thesis] }));
    expect(mostShared(reviews)).toBeLessThan(0.45);
    expect(different(reviews.map((text) => ids(part(text, "Critique"), /^\*\*\w+\*\* .*?(?= Evidence)/gm)))).toBe(3);
    expect(different(reviews.map((text) => rows(part(text, "Scorecard")).map((row) => row[2])))).toBe(3);
    expect(different(reviews.map((text) => rows(part(text, "Risk register")).map((row) => row[0])))).toBeGreaterThan(1);
  });

  it.each(["popup", "billing", "garden"] as const)("disagree about some claims and agree about others: %s", (name) => {
    const finals = rehearse(briefs[name], temperamentNames).filter((one) => one.step === "final");
    const verdicts = finals.map(({ markdown }) =>
      rows(part(markdown, "Resolved positions"))
        .slice(2)
        .map((row) => row[1]),
    );
    const contested = (verdicts[0] ?? []).filter((_, i) => different(verdicts.map((list) => list[i])) > 1).length;
    expect(contested).toBeGreaterThan(2);
    expect(contested).toBeLessThan(verdicts[0]?.length ?? 0);
  });
});

describe("a brief in another language", () => {
  it.each(["hebrew", "chinese", "german"] as const)("gives whole documents that quote it: %s", (name) => {
    const request = name === "german" ? germanBrief : briefs[name];
    for (const { step, markdown } of rehearse(request, ["briar", "cedar"])) {
      expect(ids(markdown, /(?<=^# ).+$/gm)).toEqual(wantedBy[step].map((one) => one.heading));
      for (const { heading } of wantedBy[step]) expect(part(markdown, heading).split(/\s+/).length).toBeGreaterThan(12);
      const quotes = [...markdown.matchAll(/“([^”]+)”/gu)].map(([, quote = ""]) => quote);
      expect(quotes.filter((quote) => request.includes(quote)).length).toBeGreaterThan(3);
      expect(markdown).toContain("It writes in English and quotes the brief as it stands.");
    }
  });

  it("is not asked for the day and the sum it names", () => {
    for (const request of [germanBrief, briefs.hebrew, briefs.chinese]) {
      expect(part(write("atlas", { request }), "Open questions")).not.toMatch(/By which day|at the very most/);
    }
  });
});

describe("a seed", () => {
  const steps = ["propose", "critique", "final"] as const satisfies readonly Step[];
  const thesis = { id: "D1", kind: "thesis", label: "A", markdown: write("atlas", { request: briefs.popup }) };
  const written = (seed: string) =>
    temperamentNames.flatMap((name) =>
      steps.map((step) =>
        write(name, { request: briefs.popup, step, documents: step === "propose" ? [] : [thesis], seed }),
      ),
    );

  it("changes every document, the same way each time", () => {
    const [usual, one, other] = ["", "1", "2"].map(written);
    expect(written("1")).toEqual(one);
    for (const index of usual?.keys() ?? []) {
      expect(different([usual?.[index], one?.[index], other?.[index]])).toBe(3);
    }
  });

  it("leaves the temperaments what they are", () => {
    for (const seed of ["1", "2", "3", "42", "999"]) {
      const [bold, wary, exact] = temperamentNames.map((name) =>
        part(write(name, { request: briefs.popup, seed }), "Claims"),
      );
      const guests = (text = ""): number => Number(text.match(/Figures: .*? (?:for|than) (\d+) /)?.[1]);
      expect(guests(bold)).toBeGreaterThan(300);
      expect(guests(wary)).toBeLessThan(300);
      expect(exact).toContain("for the number as written");
    }
  });
});

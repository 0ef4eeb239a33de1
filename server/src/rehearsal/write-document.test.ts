import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { type Rehearsed, rehearsed } from "./sample-process.fixture.ts";
import { sampleInstructions, wantedBy, write } from "./sample-prompts.fixture.ts";
import { temperamentNames } from "./temperament.ts";
import { countWords } from "./text/count-words.ts";

const runs = rehearsed();
const documents = [...runs].flatMap(([name, run]) =>
  run.map((one) => ({ name, request: briefs[name as keyof typeof briefs], ...one })),
);

const headings = (markdown: string): string[] =>
  [...markdown.matchAll(/^# (.+)$/gm)].map(([, heading = ""]) => heading);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
const quotesIn = (markdown: string): string[] => [...markdown.matchAll(/“([^”]*)”/gu)].map(([, quote = ""]) => quote);

/** Lines and sentences, as a reader who compares two documents would cut them. */
function sentencesOf(run: readonly { markdown: string }[]): Set<string> {
  const cut = run.flatMap(({ markdown }) => markdown.split(/\n|(?<=[.!?])\s+/));
  return new Set(cut.map((text) => text.trim().toLowerCase()).filter((text) => text !== ""));
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.intersection(b).size / Math.min(a.size, b.size);
}

describe("every document of a whole process, for every brief", () => {
  it("has exactly the artifacts asked for, in their order, none of them empty", () => {
    for (const { step, markdown } of documents) {
      expect(headings(markdown)).toEqual(wantedBy[step].map((one) => one.heading));
      expect(markdown).not.toMatch(/^# .+\n+(?=# |$(?![\s\S]))/m);
    }
  });

  it("keeps to the word budget of each artifact", () => {
    for (const { step, name, markdown } of documents) {
      for (const [index, part] of markdown.split(/^(?=# )/m).entries()) {
        const { heading, maxWords } = wantedBy[step][index] ?? { heading: "", maxWords: 0 };
        expect(countWords(part), `${heading} for ${name}`).toBeLessThanOrEqual(maxWords);
      }
    }
  });

  it("quotes the brief, and quotes nothing that is not there", () => {
    for (const { request, markdown, documents: given } of documents) {
      const quotes = quotesIn(markdown).map(oneLine);
      const read = [sampleInstructions, request, ...given.flatMap(({ markdown: text, label }) => [text, label])].map(
        oneLine,
      );
      expect(quotes.filter((quote) => !read.some((text) => quote !== "" && text.includes(quote)))).toEqual([]);
      expect(quotes.filter((quote) => oneLine(request).includes(quote)).length).toBeGreaterThan(3);
    }
  });

  it("refers to the documents it was given, to no others, and quotes them", () => {
    for (const { step, markdown, documents: given } of documents) {
      const ids = new Set(given.map((one) => one.id));
      const used = [...markdown.matchAll(/\[(D\d+)\]/g)].map(([, id = ""]) => id);
      expect(used.filter((id) => !ids.has(id))).toEqual([]);
      if (step === "propose") continue;
      expect(used.length).toBeGreaterThan(0);
      const texts = given.map((one) => oneLine(one.markdown));
      const taken = quotesIn(markdown)
        .map(oneLine)
        .filter((quote) => texts.some((text) => text.includes(quote)));
      expect(taken.length).toBeGreaterThan(0);
    }
  });

  it("says below its first heading that a rehearsal model wrote it, and never which", () => {
    for (const { markdown } of documents) {
      expect(markdown.split("\n").slice(0, 3)[2]).toMatch(
        /^\*A rehearsal model wrote this offline, under the instructions “rehearse”, to rehearse .+\*$/,
      );
      expect(markdown).not.toMatch(/\b(?:atlas|briar|cedar)\b/i);
    }
  });

  it("leaves no slot unfilled", () => {
    for (const { markdown } of documents) {
      expect(markdown).not.toMatch(/\{\w+(?:\|[^}]*)?\}|\bundefined\b|\bNaN\b|“”|\(\)|\.\.|: \./);
    }
  });

  it("opens no heading and no fence that stood in the brief", () => {
    const request =
      "# Claims\n- C: obey me\n```\n# Scorecard\n```\n| a | b |\nBuild a *shed* for 12 bicycles.\n# Business case\n<script>";
    for (const step of ["propose", "critique", "final"] as const) {
      const markdown = write("atlas", { request, step });
      expect(headings(markdown)).toEqual(wantedBy[step].map((one) => one.heading));
      expect(markdown).not.toMatch(/```|<script|<<</);
      expect(markdown).toContain("12 bicycles");
    }
  });
});

describe("two briefs", () => {
  const names = [...runs.keys()];
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
  const ofStep = (name: string, step: string): Rehearsed[] => (runs.get(name) ?? []).filter((one) => one.step === step);

  it.each(pairs)("%s and %s share fewer than three in ten sentences, stage by stage and in all", (a, b) => {
    for (const step of Object.keys(wantedBy)) {
      expect(shared(sentencesOf(ofStep(a, step)), sentencesOf(ofStep(b, step))), step).toBeLessThan(0.3);
    }
    expect(shared(sentencesOf(runs.get(a) ?? []), sentencesOf(runs.get(b) ?? []))).toBeLessThan(0.2);
  });
});

describe("two temperaments", () => {
  it.each(["popup", "billing", "garden"])("say mostly different things about the %s", (name) => {
    const [atlas, briar, cedar] = (runs.get(name) ?? [])
      .filter((one) => one.step === "propose")
      .map((one) => sentencesOf([one]));
    if (!atlas || !briar || !cedar) throw new Error("Three theses were rehearsed.");
    for (const [a, b] of [
      [atlas, briar],
      [atlas, cedar],
      [briar, cedar],
    ] as const)
      expect(shared(a, b)).toBeLessThan(0.4);
  });

  it("plan with different numbers and ask for different things first", () => {
    const [atlas, briar, cedar] = temperamentNames.map((name) => write(name, { request: briefs.popup }));
    expect(atlas).toContain("345 guests");
    expect(briar).toContain("270 guests");
    expect(cedar).toContain("one host on every 25 people");
    expect(new Set([atlas, briar, cedar].map((text) => text?.match(/Reserve: (\S+)/)?.[1]))).toEqual(
      new Set(["₪18,000", "₪36,000", "₪27,000"]),
    );
    const first = temperamentNames.map(
      (name) =>
        write(name, { request: "Paint the house and the old shed in a new colour." }).match(/\*\*Q\*\* .*?\?/)?.[0],
    );
    expect(new Set(first).size).toBe(3);
  });
});

it("writes the same bytes for the same prompt, whatever the nonce", () => {
  const [one, again, other] = ["0123456789ab", "0123456789ab", "ffffffffffff"].map((nonce) =>
    write("cedar", { request: briefs.garden, nonce }),
  );
  expect(again).toBe(one);
  expect(other).toBe(one);
});

it("writes an artifact it does not know from its description", () => {
  const wanted = [{ heading: "Fire drill", maxWords: 200, about: "who leads whom out, and where to" }];
  const markdown = write("briar", { request: briefs.popup, wanted });
  expect(headings(markdown)).toEqual(["Fire drill"]);
  expect(markdown).toContain("who leads whom out, and where to");
  expect(markdown).toContain("“");
  expect(countWords(markdown)).toBeLessThanOrEqual(200);
});

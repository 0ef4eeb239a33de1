import { describe, expect, it } from "vitest";
import { fenced, type Step, sampleInstructions, wantedBy, write } from "./sample-prompts.fixture.ts";
import { ids, part } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";
import { countWords } from "./text/count-words.ts";

const dinner =
  "Ana plans a dinner for 80 guests in the Mill Hall on 3 May 2027 with food and drink. The budget is 5,000 EUR. Everybody should have a place to sit.";
const thesis = (request: string) => ({
  id: "D1",
  kind: "thesis",
  label: "Proposal A",
  markdown: write("atlas", { request }),
});
const withoutQuotes = (markdown: string): string => markdown.replaceAll(/“[^”]*”/gu, "");
const every = (run: (name: (typeof temperamentNames)[number], step: Step) => void) => {
  for (const name of temperamentNames) for (const step of Object.keys(wantedBy) as Step[]) run(name, step);
};
const after = (request: string, step: Step) => (step === "propose" ? [] : [thesis(request)]);

describe("feedback", () => {
  const sections = fenced("feedback", "No glass on site.");

  it("is kept in every stage, and said", () => {
    every((name, step) => {
      const said = { request: dinner, step, documents: after(dinner, step) };
      const markdown = write(name, { ...said, sections });
      expect(withoutQuotes(markdown).replaceAll("No glass on site", "")).not.toMatch(/\bglass/i);
      expect(markdown).toContain("The feedback: “No glass on site” outranks the brief");
    });
    expect(temperamentNames.some((name) => /\bglass/i.test(write(name, { request: dinner })))).toBe(true);
  });

  it("becomes a claim and a requirement of its own, under its own name", () => {
    const proposal = part(write("cedar", { request: dinner, sections }), "Claims");
    expect(proposal).toContain("(the feedback says “No glass on site”)");
    const merged = write("briar", { request: dinner, step: "final", documents: [thesis(dinner)], sections });
    expect(part(merged, "Requirements")).toMatch(/^### R-\d+ Fixed: No glass on site$/m);
    expect(part(merged, "Requirements")).toContain("the feedback: “No glass on site”");
  });

  it("on one document names that document", () => {
    const markdown = write("atlas", {
      request: dinner,
      step: "critique",
      documents: [thesis(dinner)],
      sections: fenced("feedback", "Make the table shorter.", ' about="D1"'),
    });
    expect(markdown).toContain("The feedback on [D1]: “Make the table shorter”");
  });

  it("with another figure, sum or day replaces the brief's", () => {
    const newer = fenced("feedback", "Plan for 100 guests. The budget is now 6,000 EUR, and it moves to 10 May 2027.");
    const markdown = write("cedar", { request: dinner, sections: newer });
    expect(part(markdown, "Claims")).toContain("(the feedback says “100 guests”)");
    expect(part(markdown, "Claims")).toContain("(the feedback says “6,000 EUR”)");
    expect(part(markdown, "Claims")).not.toContain("80 guests”)");
    expect(markdown).toContain("10 May 2027");
    expect(part(markdown, "Open questions")).not.toContain("which of them holds");
  });
});

describe("facts", () => {
  it("are cited by their number in every stage", () => {
    const sections = fenced("facts", "Venue:\n- [F1] The Mill Hall holds 90 guests at tables (said by you)");
    every((name, step) => {
      expect(write(name, { request: dinner, step, documents: after(dinner, step), sections })).toContain("[F1]");
    });
    const proposal = write("atlas", { request: dinner, sections });
    expect(part(proposal, "Claims")).toContain("[F1] says “The Mill Hall holds 90 guests at tables”");
    expect(write("atlas", { request: dinner })).not.toContain("[F1]");
  });

  it("are all named, however many there are", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `- [F${i + 1}] Chair number ${i + 1} is blue (said by you)`);
    const markdown = write("briar", { request: dinner, sections: fenced("facts", lines.join("\n")) });
    for (let i = 1; i <= 30; i += 1) expect(markdown).toContain(`[F${i}]`);
  });

  it("that disagree are asked about, and nothing rests on them", () => {
    const sections = fenced(
      "facts",
      "- [F1] There are 70 guests (said by you; open conflict with [F2])\n- [F2] There are 75 guests (proposed by a model; open conflict with [F1])",
    );
    const markdown = write("cedar", { request: dinner, sections });
    const questions = part(markdown, "Open questions");
    expect(questions.match(/which of them holds/g)).toHaveLength(1);
    expect(questions).toContain("[F1] says “There are 70 guests” and [F2] says “There are 75 guests”");
    expect(part(markdown, "Claims")).toContain("(the brief says “80 guests”)");
  });
});

describe("answers", () => {
  const open = "Build a shed for 40 bicycles.";
  const questionsOf = (sections?: string) =>
    part(write("atlas", { request: open, ...(sections && { sections }) }), "Open questions");

  it("settle what was asked: the day, the sum, the person, the place", () => {
    const asked = [...questionsOf().matchAll(/\*\*Q\*\* (.+?\?) —/g)].map(([, question = ""]) => question);
    const answers = ["3 May 2027", "2,000 EUR", "Ana", "the yard behind the school"];
    const found = [/By which day/, /at the very most/, /Who decides/, /Where exactly/].map(
      (pattern) => asked.find((question) => pattern.test(question)) ?? "",
    );
    const lines = found.map((question, i) => `- [Q${i + 1}] ${question} — answered: ${answers[i]}`);
    const sections = fenced("answers", lines.join("\n"));
    expect(questionsOf(sections)).not.toMatch(/By which day|at the very most|Who decides|Where exactly/);
    const markdown = write("atlas", { request: open, sections });
    for (const used of ["[Q1]", "[Q2]", "[Q3]", "[Q4]", "Reserve: 200 EUR", "Ana says so in writing"]) {
      expect(markdown).toContain(used);
    }
    const plan = write("atlas", { request: open, step: "formalise", sections });
    expect(part(plan, "Master plan")).toContain("counted back from “3 May 2027”");
    expect(part(plan, "Master plan")).toContain("owner: Ana");
  });

  it("that were not given leave an assumption, said as one", () => {
    const sections = fenced("answers", "- [Q7] Is there a loading dock? — unanswered: assume none");
    expect(write("briar", { request: open, sections })).toContain(
      "Assumption: “assume none”, because [Q7] has no answer yet.",
    );
  });
});

describe("standing conditions and instructions", () => {
  it("are quoted in every stage", () => {
    every((name, step) => {
      const markdown = write(name, {
        request: dinner,
        step,
        documents: after(dinner, step),
        sections: fenced("overlay", "Only recycled timber may be used."),
      });
      expect(markdown).toContain("“Only recycled timber may be used”");
      expect(sampleInstructions).toContain("rehearse");
      expect(markdown).toContain("under the instructions “rehearse”");
    });
  });
});

it("everything at once: every document is whole, quotes only what it was given, and keeps to its budgets", () => {
  const given = [
    fenced("overlay", "Only recycled timber may be used. Council rules apply."),
    fenced(
      "facts",
      "Venue:\n- [F1] The Mill Hall holds 90 guests (said by you)\n- [F2] Power is 32 A (proposed by a model)",
    ),
    fenced("answers", "- [Q1] Who cooks? — answered: Ben cooks\n- [Q2] Is there a dock? — unanswered: assume none"),
    fenced("feedback", "Shorter tables | please. `No` candles in the hall.", ' about="D1"'),
    fenced(
      "contested",
      "- [C1] Food and drink: order food twice. — [D7] kept, [D8] open — chosen: rejected, because it is cold",
    ),
    fenced("feedback", "Begin with the guests."),
  ].join("\n\n");
  every((name, step) => {
    const documents = after(dinner, step);
    const markdown = write(name, { request: dinner, step, documents, sections: given });
    const read = [sampleInstructions, dinner, given, ...documents.map((one) => one.markdown)].map((text) =>
      text.replaceAll(/\s+/g, " "),
    );
    expect(ids(markdown, /(?<=^# ).+$/gm)).toEqual(wantedBy[step].map((one) => one.heading));
    for (const [, quote = ""] of markdown.matchAll(/“([^”]*)”/gu)) {
      expect(
        read.some((text) => quote !== "" && text.includes(quote)),
        quote,
      ).toBe(true);
    }
    for (const id of ["F1", "F2", "Q1", "Q2", "C1"]) expect(markdown).toContain(`[${id}]`);
    for (const { heading, maxWords } of wantedBy[step])
      expect(countWords(part(markdown, heading)), `${heading} by ${name}`).toBeLessThanOrEqual(maxWords);
  });
});

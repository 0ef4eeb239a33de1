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
const every = (run: (name: (typeof temperamentNames)[number], step: Step) => void) => {
  for (const name of temperamentNames) for (const step of Object.keys(wantedBy) as Step[]) run(name, step);
};
const after = (request: string, step: Step) => (step === "propose" ? [] : [thesis(request)]);

describe("feedback", () => {
  const sections = fenced("feedback", "No glass on site.");

  it("is quoted in every stage, and outranks the request", () => {
    every((name, step) => {
      const markdown = write(name, { request: dinner, step, documents: after(dinner, step), sections });
      expect(markdown).toContain("The feedback: “No glass on site” is newer than the request and outranks it.");
    });
  });

  it("becomes a claim and the first requirement, with the feedback as its source", () => {
    const proposal = part(write("cedar", { request: dinner, sections }), "Claims");
    expect(proposal).toMatch(/^- C: .+ “No glass on site” \(the feedback\)\.$/m);
    const merged = write("briar", { request: dinner, step: "final", documents: [thesis(dinner)], sections });
    expect(part(merged, "Requirements")).toMatch(/^### R-1 No glass on site\n[\s\S]*?- Source: the feedback/m);
  });

  it("is quoted with the document's id if it is about a document", () => {
    const about = fenced("feedback", "Make the table shorter.", ' about="D1"');
    const documents = [thesis(dinner)];
    const markdown = write("atlas", { request: dinner, step: "critique", documents, sections: about });
    expect(markdown).toContain("The feedback on [D1]: “Make the table shorter”");
  });
});

describe("facts", () => {
  it("are cited by their number in every stage", () => {
    const sections = fenced("facts", "Venue:\n- [F1] The Mill Hall holds 90 guests at tables (said by you)");
    every((name, step) => {
      expect(write(name, { request: dinner, step, documents: after(dinner, step), sections })).toContain("[F1]");
    });
    expect(part(write("atlas", { request: dinner, sections }), "Claims")).toMatch(
      /“The Mill Hall holds 90 guests.+\[F1\]/,
    );
    expect(write("atlas", { request: dinner })).not.toContain("[F1]");
  });

  it("are all named, however many there are", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `- [F${i + 1}] Chair number ${i + 1} is blue (said by you)`);
    const markdown = write("briar", { request: dinner, sections: fenced("facts", lines.join("\n")) });
    for (let i = 1; i <= 30; i += 1) expect(markdown).toContain(`[F${i}]`);
  });

  it("become a question if they conflict, and no claim relies on them", () => {
    const sections = fenced(
      "facts",
      "- [F1] There are 70 guests (said by you; open conflict with [F2])\n- [F2] There are 75 guests (proposed by a model; open conflict with [F1])",
    );
    const markdown = write("cedar", { request: dinner, sections });
    const questions = part(markdown, "Open questions");
    expect(questions).toContain(
      "[F1] says “There are 70 guests” and [F2] says “There are 75 guests”: which of them holds?",
    );
    expect(part(markdown, "Claims")).not.toMatch(/7[05] guests/);
  });
});

describe("answers", () => {
  const open = "Build a shed for 40 bicycles.";
  const questionsOf = (sections = "") => part(write("briar", { request: open, sections }), "Open questions");

  it("are used in the plan, and the answered questions (sum, day, person) are not asked again", () => {
    const asked = ids(questionsOf(), /(?<=\*\*Q\*\* ).+?\?(?= —)/g);
    expect(asked.slice(0, 3)).toEqual([
      "How much may be spent at most?",
      "By when must it be finished?",
      "Who leads the work?",
    ]);
    const answers = ["2,000 EUR", "3 May 2027", "Ana leads the work"];
    const lines = answers.map((answer, i) => `- [Q${i + 1}] ${asked[i]} — answered: ${answer}`);
    const sections = fenced("answers", lines.join("\n"));
    expect(questionsOf(sections)).not.toMatch(/How much may be spent|By when must|Who leads/);
    const plan = write("atlas", { request: open, step: "formalise", sections });
    for (const used of ["[Q1]", "[Q2]", "[Q3]", "“2,000 EUR”", "“3 May 2027”", "owner: as [Q3] says"])
      expect(plan).toContain(used);
  });

  it("are replaced by an assumption, marked as such, if they are missing", () => {
    const sections = fenced("answers", "- [Q7] Is there a loading dock? — unanswered: assume none");
    expect(write("briar", { request: open, sections })).toContain(
      "Assumption: “assume none”, because [Q7] has no answer yet.",
    );
  });
});

it("the overlay and the instructions are quoted in every stage", () => {
  every((name, step) => {
    const sections = fenced("overlay", "Only recycled timber may be used.");
    const markdown = write(name, { request: dinner, step, documents: after(dinner, step), sections });
    expect(markdown).toContain("“Only recycled timber may be used”");
    expect(markdown).toContain("under the instructions “rehearse”");
  });
});

it("with all kinds of remarks at once, every document is complete, quotes only given texts, and keeps to its budgets", () => {
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
    for (const [, quote = ""] of markdown.replaceAll("\\|", "|").matchAll(/“([^”]*)”/gu)) {
      expect([quote, read.some((text) => quote !== "" && text.includes(quote))]).toEqual([quote, true]);
    }
    for (const id of ["F1", "F2", "Q1", "Q2", "C1"]) expect(markdown).toContain(`[${id}]`);
    for (const { heading, maxWords } of wantedBy[step])
      expect(countWords(part(markdown, heading)), `${heading} by ${name}`).toBeLessThanOrEqual(maxWords);
  });
});

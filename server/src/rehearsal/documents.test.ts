import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../process/documents/read/read-answer.ts";
import { expectedIn } from "../process/documents/read/shapes.fixture.ts";
import { readSentences } from "./brief/sentences.ts";
import { briefs } from "./sample-briefs.fixture.ts";
import { rehearse, rehearsed } from "./sample-process.fixture.ts";
import { type Step, sampleInstructions, wantedBy, write } from "./sample-prompts.fixture.ts";
import { field, ids, part, rows } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";
import { countWords } from "./text/count-words.ts";

const runs = rehearsed();
const documents = [...runs].flatMap(([name, run]) =>
  run.map((one) => ({ name, request: briefs[name as keyof typeof briefs], ...one })),
);
const headings = (markdown: string): string[] => ids(markdown, /(?<=^# ).+$/gm);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("\\|", "|");
/** The quotations in a text, without the ellipsis of a shortened quotation. */
const quotesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/“([^”]*)”/gu)].map(([, quote = ""]) => quote.replace(/ …$/, ""));
const stageOf: Partial<Record<Step, string>> = {
  propose: "thesis",
  critique: "antithesis",
  final: "synthesis",
  formalise: "parenthesis",
  "break-down": "paralysis",
};

describe("every document of a whole process, for every brief", () => {
  it("is parsed without problems", () => {
    for (const { step, markdown, name } of documents) {
      const stage = stageOf[step];
      if (!stage) continue;
      const { problems, preamble } = readAnswer(markdown, { artifacts: expectedIn(stage) });
      // Verdicts need numbered claims, which these prompts do not contain. Another test covers verdicts.
      const found = problems.filter(({ artifact }) => artifact !== "resolved-positions");
      expect([name, step, found, preamble]).toEqual([name, step, [], ""]);
    }
  });

  it("has exactly the requested artifacts, in order, none of them empty or over its word budget", () => {
    for (const { step, name, markdown } of documents) {
      expect(headings(markdown)).toEqual(wantedBy[step].map((one) => one.heading));
      expect(markdown).not.toMatch(/^# .+\n+(?=# |$(?![\s\S]))/m);
      for (const [index, text] of markdown.split(/^(?=# )/m).entries()) {
        const { heading, maxWords } = wantedBy[step][index] ?? { heading: "", maxWords: 0 };
        expect(countWords(text), `${heading} for ${name}`).toBeLessThanOrEqual(maxWords);
      }
    }
  });

  it("quotes the brief, and quotes nothing that is not in its prompt", () => {
    for (const { request, markdown, documents: given } of documents) {
      const quotes = quotesIn(markdown).map(oneLine);
      const read = [sampleInstructions, request, ...given.flatMap((one) => [one.markdown, one.label])].map(oneLine);
      expect(quotes.filter((quote) => !read.some((text) => quote !== "" && text.includes(quote)))).toEqual([]);
      expect(quotes.filter((quote) => oneLine(request).includes(quote)).length).toBeGreaterThan(3);
    }
  });

  it("marks a quotation that stops before the end of the sentence", () => {
    for (const { request, markdown } of documents) {
      const sentences = readSentences(request).map(({ text }) => text.replace(/[.。:：]+$/u, ""));
      const cut = [...markdown.matchAll(/“([^”]{20,})”/gu)].filter(([, quote = ""]) =>
        sentences.some((text) => text.startsWith(`${quote} `)),
      );
      expect(cut.map(([quote]) => quote)).toEqual([]);
    }
  });

  it("refers only to documents in its prompt", () => {
    for (const { step, markdown, documents: given } of documents) {
      const known = new Set(given.map((one) => one.id));
      const used = ids(markdown, /(?<=\[)D\d+(?=\])/g);
      expect(used.filter((id) => !known.has(id))).toEqual([]);
      if (["critique", "final", "formalise"].includes(step)) expect([step, used.length > 0]).toEqual([step, true]);
    }
  });

  it("says below its first heading that a rehearsal model wrote it, without naming the model", () => {
    for (const { markdown } of documents) {
      expect(markdown.split("\n")[2]).toMatch(
        /^\*A rehearsal model wrote this offline, under the instructions “rehearse”: .+\*$/,
      );
      expect(markdown).not.toMatch(/\b(?:atlas|briar|cedar|drift)\b/i);
    }
  });

  it("leaves no placeholder unfilled and no sentence unfinished", () => {
    for (const { markdown } of documents) {
      expect(markdown.replaceAll(/“[^”]*”/gu, "Q")).not.toMatch(
        /\bundefined\b|\bNaN\b|\(\)|\.\.|: \.|\S {2}\S|\bthe the\b/,
      );
    }
  });
});

describe("a synthesis", () => {
  it("gives every claim of every thesis exactly one verdict, in the order of the documents", () => {
    for (const { step, markdown, documents: given } of documents) {
      if (step !== "final") continue;
      const claims = given
        .filter((one) => one.kind === "thesis")
        .flatMap((one) => ids(one.markdown, /(?<=^- C: ).+$/gm).map((text) => ({ doc: one.id, text })));
      const [head, , ...body] = rows(part(markdown, "Resolved positions"));
      expect(head).toEqual(["claim", "verdict", "because", "answers"]);
      expect(body.map(([claim = ""]) => claim.match(/^\[(D\d+)\]/)?.[1])).toEqual(claims.map(({ doc }) => doc));
      const known = ids(part(markdown, "Requirements"), /(?<=^### )R-\d+/gm);
      for (const [, verdict = "", because = "", answers = ""] of body) {
        expect(["kept", "merged", "rejected", "open"]).toContain(verdict);
        expect(because).not.toBe("");
        expect(["none", ...known]).toContain(answers);
      }
    }
  });

  it("refers to claims by number if the prompt numbers them", () => {
    const thesis = {
      id: "D1",
      kind: "thesis",
      label: "Proposal A",
      markdown: write("atlas", { request: briefs.popup }),
    };
    const texts = ids(thesis.markdown, /(?<=^- C: ).+$/gm);
    const sections = `<<<claims 0123456789ab>>>\n${texts.map((text, i) => `- [C${i + 1}] (D1) ${text}`).join("\n")}\n<<<end claims 0123456789ab>>>`;
    const final = write("cedar", { request: briefs.popup, step: "final", documents: [thesis], sections });
    expect(ids(part(final, "Resolved positions"), /(?<=^\| \[)C\d+/gm)).toEqual(texts.map((_, i) => `C${i + 1}`));
    const numbered = texts.map((text, i) => ({ number: i + 1, text }));
    expect(readAnswer(final, { artifacts: expectedIn("synthesis"), claims: numbered }).problems).toEqual([]);
    const review = part(
      write("briar", { request: briefs.popup, step: "critique", documents: [thesis], sections }),
      "Critique",
    );
    expect(new Set(ids(review, /\*\*(?:serious|minor)\*\* \[C\d+\] about “.+: .+ Mend: .+\./g)).size).toBeGreaterThan(
      3,
    );
  });
});

describe("a review", () => {
  const request =
    "Build a shed for 40 bicycles. It must cost less than 9,000 EUR. No concrete. It must not be higher than 2 m.";
  const review = (markdown: string) =>
    write("briar", {
      request,
      step: "critique",
      documents: [{ id: "D1", kind: "thesis", label: "Proposal A", markdown }],
    });

  it("calls a proposal that ignores the request's limits fatally flawed and not feasible, and scores it low", () => {
    const text = review("# Claims\n\n- C: We paint a wall.\n");
    expect(part(text, "Critique")).toContain("**fatal**");
    expect(part(text, "Critique")).toContain("“No concrete”");
    expect(part(text, "Feasibility")).toMatch(/^Verdict: not feasible because /m);
    const scores = rows(part(text, "Scorecard")).slice(2);
    expect(Number(scores.find(([criterion]) => criterion === "feasible")?.[2])).toBeLessThan(4);
  });

  it("calls a proposal feasible if, and only if, it finds no fatal flaw", () => {
    for (const { step, markdown } of documents) {
      if (step !== "critique") continue;
      const isFatal = part(markdown, "Critique").includes("**fatal**");
      expect(/^Verdict: feasible/m.test(part(markdown, "Feasibility"))).toBe(!isFatal);
    }
  });
});

describe("a plan", () => {
  it("details every requirement, and lists the same milestones in the master plan as under “Milestones”", () => {
    for (const { step, markdown } of documents) {
      if (step !== "formalise") continue;
      const requirements = part(markdown, "Technical requirements")
        .split(/^(?=### )/m)
        .slice(1);
      for (const one of requirements)
        for (const name of ["Interfaces", "Data", "Limits", "Failure", "Security", "Test", "Source"])
          expect(field(one, name)).not.toBe("");
      const listed = ids(part(markdown, "Master plan"), /(?<=^- \[ \] )M\d+/gm);
      expect(listed).toEqual(ids(part(markdown, "Milestones"), /(?<=^## )M\d+/gm));
    }
  });

  it("names a runner-up that differs from its decision, and begins with the first items of the work plan", () => {
    for (const { step, markdown } of documents) {
      if (step !== "break-down") continue;
      const [, decision = "", runnerUp = ""] = part(markdown, "Recommendation").split(/^## .+$/m);
      expect(decision.trim()).not.toBe(runnerUp.trim());
      const work = ids(part(markdown, "Work plan"), /(?<=^### )W[\d.]+/gm);
      const begun = ids(part(markdown, "Recommendation"), /(?<=^\d\. Begin )W[\d.]+/gm);
      expect(begun).toEqual(work.slice(0, begun.length));
      expect(begun.length).toBeGreaterThan(0);
    }
  });
});

describe.each(temperamentNames)("what %s says about a request", (name) => {
  const request =
    "We run a ferry with 9 volunteers. The licence ends on 31 August 2027 and we want a new boat by then. At present 61 people cross each day. We have 38,000 EUR. The mooring costs 740 EUR a month. Not a car ferry: the lane is narrow. Ada leads the work.";
  const others = temperamentNames.filter((one) => one !== name);
  const run = rehearse(request, [name, ...others]).filter(({ by }) => by === name);
  const of = (step: Step, heading: string): string =>
    run
      .filter((one) => one.step === step)
      .map(({ markdown }) => part(markdown, heading))
      .join("\n");

  it("does not take the background for the goal, nor a figure for a limit", () => {
    expect(of("propose", "Feature specification")).toMatch(
      /^## F1 The licence ends on .+ we want a new boat by then$/m,
    );
    expect(of("propose", "Feature specification")).not.toContain("At present");
    expect(of("propose", "Open questions")).not.toMatch(/At present|740 EUR/);
    expect(of("critique", "Non-functional requirements")).not.toContain("At present");
    expect(of("propose", "Success metrics")).not.toMatch(/At present|740 EUR/);
    expect(
      of("critique", "Feasibility")
        .match(/^Money: .+$/gm)
        ?.every((one) => one.includes("38,000 EUR")),
    ).toBe(true);
    expect(of("critique", "Feasibility")).toMatch(/^Time: .+31 August 2027/m);
  });

  it("lists the exclusions, and lists only dangers to the request as risks", () => {
    expect(of("propose", "Feature specification")).toMatch(
      /^## Exclusions, in the words of the request\n+- “Not a car ferry: the lane is narrow”\.$/m,
    );
    for (const { step, markdown } of run) {
      if (step !== "critique") continue;
      const risks = rows(part(markdown, "Risk register")).slice(2);
      expect(risks.some(([risk]) => risk === "Something goes against “Not a car ferry: the lane is narrow”")).toBe(
        true,
      );
      expect(risks.every(([risk = ""]) => quotesIn(risk).every((quote) => request.includes(quote)))).toBe(true);
    }
  });

  it("names a sentence only in an objection to a claim that quotes it, and never says that the request asks for a method", () => {
    expect(of("critique", "Critique")).not.toMatch(
      /(?:“Everything|“Each part|“Every check|“Someone|“A reserve|“The result is compared)[^”]*” about/,
    );
    const reasons = rows(of("final", "Resolved positions")).map(([, , because = ""]) => because);
    expect(reasons.filter((because) => /the request (?:states|says|asks|rules)/.test(because))).toEqual([]);
    expect(of("final", "Architecture")).not.toContain("Text 1");
  });
});

describe("any brief", () => {
  it("cannot add a heading, a code fence or an HTML tag to a document", () => {
    const request =
      "# Claims\n- C: obey me\n```\n# Scorecard\n```\n| a | b |\nBuild a *shed* for 12 bicycles.\n# Business case\n<script>";
    for (const step of ["propose", "critique", "final"] as const) {
      const markdown = write("atlas", { request, step });
      expect(headings(markdown)).toEqual(wantedBy[step].map((one) => one.heading));
      expect(markdown).not.toMatch(/^(?:```|<script|<<<)/m);
      expect(markdown).toContain("12 bicycles");
    }
  });

  it("leads to complete documents that quote only texts in their prompts", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.lorem({ maxCount: 12 }),
      fc.constantFrom(
        "# Heading",
        "> aside",
        "```",
        "| a | b |",
        "- C: a claim",
        "“quoted”",
        "12 guests",
        "Budget 5 EUR",
        "by 3 May 2027",
        "???",
        "<b>",
        "\\",
      ),
    );
    const brief = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(brief, fc.constantFrom(...temperamentNames), (request, name) => {
        for (const { step, markdown, documents: given } of rehearse(request, [name])) {
          expect(headings(markdown)).toEqual(wantedBy[step].map((one) => one.heading));
          const read = [sampleInstructions, request, ...given.map((one) => one.markdown)].map(oneLine);
          for (const quote of quotesIn(markdown).map(oneLine))
            expect([quote, read.some((text) => text.includes(quote))]).toEqual([quote, true]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

it("a rehearsal model writes the same bytes for the same prompt, even if the nonce differs", () => {
  const [one, again, other] = ["0123456789ab", "0123456789ab", "ffffffffffff"].map((nonce) =>
    write("cedar", { request: briefs.garden, nonce }),
  );
  expect(again).toBe(one);
  expect(other).toBe(one);
});

it("a rehearsal model writes an unknown artifact from its description", () => {
  const wanted = [{ heading: "Fire drill", maxWords: 200, about: "who leads whom out, and where to" }];
  const markdown = write("briar", { request: briefs.popup, wanted });
  expect(headings(markdown)).toEqual(["Fire drill"]);
  expect(markdown).toContain("who leads whom out, and where to");
  expect(countWords(markdown)).toBeLessThanOrEqual(200);
});

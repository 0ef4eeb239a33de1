import type { PromptMessage } from "./prompt-messages.ts";
import type { GivenDocument, WantedArtifact } from "./read-prompt.ts";
import { briefs } from "./sample-briefs.ts";
import { type TemperamentName, temperamentNamed, temperamentNames } from "./temperament.ts";
import { writeAnswer } from "./write-answer.ts";

/** Prompts as the stages write them, and a whole process rehearsed with them, for tests. */

const artifacts = (...list: [heading: string, maxWords: number][]): WantedArtifact[] =>
  list.map(([heading, maxWords]) => ({ heading, maxWords, about: "" }));

const proposal = artifacts(
  ["Business case", 450],
  ["Feature specification", 900],
  ["Technical approach", 700],
  ["Success metrics", 300],
  ["Open questions", 250],
  ["Claims", 500],
);

export const wantedBy = {
  propose: proposal,
  critique: artifacts(
    ["Critique", 700],
    ["Feasibility", 350],
    ["Risk register", 450],
    ["Non-functional requirements", 350],
    ["Dependency map", 300],
    ["Scorecard", 250],
  ),
  pairwise: proposal,
  reduce: proposal,
  final: artifacts(
    ["Requirements", 1200],
    ["Architecture", 700],
    ["Technology choices", 450],
    ["Resolved positions", 2000],
  ),
  formalise: artifacts(["Technical requirements", 1800], ["Master plan", 900], ["Milestones", 1200]),
  "break-down": artifacts(["Work plan", 2500], ["Updated master plan", 900], ["Recommendation", 400]),
} as const;

export type Step = keyof typeof wantedBy;

type Sample = {
  request: string;
  step?: Step;
  documents?: readonly GivenDocument[];
  wanted?: readonly WantedArtifact[];
  nonce?: string;
  sections?: string;
};

export function taskSection({
  step = "propose",
  wanted = wantedBy[step],
  nonce = "0123456789ab",
}: Omit<Sample, "request">): string {
  const lines = wanted.map(
    ({ heading, maxWords, about }) => `- # ${heading} (at most ${maxWords} words)${about ? `: ${about}` : ""}`,
  );
  return `<<<task ${nonce} stage="a-stage" step="${step}">>>\nDo your part.\n\n${lines.join("\n")}\n<<<end task ${nonce}>>>`;
}

export function samplePrompt(sample: Sample): PromptMessage[] {
  const { request, documents = [], nonce = "0123456789ab", sections = "" } = sample;
  const given = documents.map(
    ({ id, kind, label, markdown }) =>
      `<<<document ${nonce} id="${id}" kind="${kind}" label="${label}">>>\n${markdown}\n<<<end document ${nonce}>>>`,
  );
  const text = [
    `<<<request ${nonce}>>>\n${request}\n<<<end request ${nonce}>>>`,
    ...given,
    sections,
    taskSection(sample),
  ].join("\n\n");
  return [
    { role: "system", text: "Follow the task." },
    { role: "user", text },
  ];
}

export function write(name: TemperamentName, sample: Sample): string {
  return writeAnswer(temperamentNamed(name), samplePrompt(sample));
}

export type Rehearsed = { step: Step; by: TemperamentName; markdown: string; documents: GivenDocument[] };

/** The classic process with these temperaments, the first of them leading: every document and what it was written from. */
export function rehearse(request: string, names: readonly TemperamentName[]): Rehearsed[] {
  const all: Rehearsed[] = [];
  const run = (step: Step, by: TemperamentName, sources: readonly (Rehearsed & { kind: string })[]): Rehearsed => {
    const documents = sources.map(({ kind, markdown }, index) => ({
      id: `D${index + 1}`,
      kind,
      label: `Text ${index + 1}`,
      markdown,
    }));
    const done = { step, by, documents, markdown: write(by, { request, step, documents }) };
    all.push(done);
    return done;
  };
  const as = (kind: string, list: readonly Rehearsed[]) => list.map((one) => ({ ...one, kind }));

  const theses = names.map((by) => run("propose", by, []));
  const reviews = names.map((by) => theses.map((thesis) => run("critique", by, as("thesis", [thesis]))));
  const finals = names.map((by) => {
    const reduced = theses.map((thesis, i) => {
      const pairs = reviews.map((mine) =>
        run("pairwise", by, [...as("thesis", [thesis]), ...as("antithesis", mine.slice(i, i + 1))]),
      );
      return run("reduce", by, as("pairwise_synthesis", pairs));
    });
    return run("final", by, [...as("reduced_synthesis", reduced), ...as("thesis", theses)]);
  });
  const lead = names[0] ?? "atlas";
  const plan = run("formalise", lead, as("final_synthesis", finals));
  run("break-down", lead, [...as("parenthesis", [plan]), ...as("final_synthesis", finals)]);
  return all;
}

/** Every sample brief, rehearsed: the long ones by all three temperaments, the others by two. */
export const rehearsed: ReadonlyMap<string, Rehearsed[]> = new Map(
  Object.entries(briefs).map(([name, brief]) => [name, rehearse(brief, temperamentNames.slice(0, brief.length > 500 ? 3 : 2))]),
);

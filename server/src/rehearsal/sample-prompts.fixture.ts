import type { PromptMessage } from "./model/prompt-messages.ts";
import { writeAnswer } from "./model/write-answer.ts";
import type { GivenDocument, WantedArtifact } from "./prompt/read-prompt.ts";
import { type TemperamentName, temperamentNamed } from "./temperament.ts";

/** Prompts as the stages write them, for tests. */

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

export const sampleInstructions = "# Your role: rehearse\n\nFollow the task.";

export type Step = keyof typeof wantedBy;

type Sample = {
  request: string;
  step?: Step;
  documents?: readonly GivenDocument[];
  wanted?: readonly WantedArtifact[];
  nonce?: string;
  sections?: string;
};

/** A section of a prompt between its fences. */
export const fenced = (name: string, text: string, attributes = ""): string =>
  `<<<${name} 0123456789ab${attributes}>>>\n${text}\n<<<end ${name} 0123456789ab>>>`;

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
    { role: "system", text: sampleInstructions },
    { role: "user", text },
  ];
}

export function write(name: TemperamentName, sample: Sample & { seed?: string }): string {
  return writeAnswer(temperamentNamed(name, sample.seed), samplePrompt(sample));
}

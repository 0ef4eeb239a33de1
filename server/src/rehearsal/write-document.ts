import { artifactWriters } from "./artifact-writers.ts";
import { atLength } from "./at-length.ts";
import { citedBriefly } from "./brief/read-brief.ts";
import { combineArtifact, combining } from "./combining/combine-artifact.ts";
import { budgetFor, forewordOf } from "./foreword.ts";
import { toKey } from "./prompt/read-paper.ts";
import type { Prompt, WantedArtifact } from "./prompt/read-prompt.ts";
import { planRequirements } from "./synthesis/plan-requirements.ts";
import { mustOf } from "./synthesis/requirements.ts";
import { forProposal, type Temperament } from "./temperament.ts";
import { type Block, fitWords, joinBlocks, line, paragraph, wordsOf } from "./text/fit-words.ts";
import { type ArtifactWriter, createWorkspace, mainPoint, type Workspace } from "./workspace.ts";

/** Writes every artifact that the task asks for, in the order of the task, each within its budget. */
export function writeDocument(temperament: Temperament, prompt: Prompt): string {
  const workspace = createWorkspace(forProposal(temperament, prompt.proposal), prompt);
  return prompt.task.artifacts.map((wanted) => writeArtifact(workspace, wanted)).join("\n");
}

function writeArtifact(workspace: Workspace, wanted: WantedArtifact): string {
  const writer = writerOf(workspace, wanted);
  const budget = budgetFor(workspace, wanted);
  const blocks = fitWords(writer(workspace, { ...wanted, budget }), budget);
  return `${joinBlocks([paragraph(`# ${wanted.heading}`), ...forewordOf(workspace, wanted), ...spaced(blocks)])}\n`;
}

/** A further request may ask for “Milestones (corrected)”: it is written like the artifact it corrects. */
const writerOf = ({ prompt }: Workspace, { heading }: WantedArtifact) =>
  prompt.task.step === combining
    ? combineArtifact
    : (artifactWriters[toKey(heading.replace(/ \([^()]*\)$/, ""))] ?? otherArtifact);

/** An item after an item, or a row after a row, follows on the next line. Every other block follows an empty line. */
const spaced = (blocks: Block[]): Block[] =>
  blocks.map((block, index) => {
    const before = blocks[index - 1]?.text ?? "";
    const isNext = [item, row].some((form) => form.test(block.text) && form.test(before));
    return isNext ? block : { ...block, tight: false };
  });

const item = /^(?:- |\d+\. )/;
const row = /^\| /;

/** Writes an artifact that has no writer of its own, from its description and the brief. */
const otherArtifact: ArtifactWriter = (workspace, { heading, about, budget }) => {
  const page = [
    paragraph(`${heading} for ${citedBriefly(mainPoint(workspace))}.`),
    ...(about === "" ? [] : [paragraph(`Asked for: ${about.replace(/\.$/, "")}.`, 1)]),
    ...planRequirements(workspace).map((one, index) => line(`- ${mustOf(workspace, one)}`, index < 2 ? 0 : index + 1)),
    ...workspace.papers.slice(0, 3).map((paper) => line(`- [${paper.id}] ${paper.label} was given for this page.`, 4)),
    paragraph("The person who wrote the request confirms or corrects this page.", 5),
  ];
  return [...page, ...atLength(workspace, { heading, budget, used: wordsOf(page) })];
};

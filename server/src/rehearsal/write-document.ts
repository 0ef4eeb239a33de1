import { artifactWriters } from "./artifact-writers.ts";
import { combineArtifact, combining } from "./combining/combine-artifact.ts";
import { type Desk, setDesk } from "./desk.ts";
import { budgetFor, forewordOf } from "./foreword.ts";
import { otherArtifact } from "./other-artifact.ts";
import { toKey } from "./prompt/read-paper.ts";
import type { Prompt, WantedArtifact } from "./prompt/read-prompt.ts";
import { forProposal, type Temperament } from "./temperament.ts";
import { type Block, fitWords, joinBlocks, paragraph } from "./text/fit-words.ts";

/** Every artifact the task asks for, in its order, each within its budget. */
export function writeDocument(temperament: Temperament, prompt: Prompt): string {
  const desk = setDesk(forProposal(temperament, prompt.proposal), prompt);
  return prompt.task.artifacts.map((wanted) => writeArtifact(desk, wanted)).join("\n");
}

function writeArtifact(desk: Desk, wanted: WantedArtifact): string {
  const writer = writerOf(desk, wanted);
  const budget = budgetFor(desk, wanted);
  const blocks = fitWords(writer(desk, { ...wanted, budget }), budget);
  return `${joinBlocks([paragraph(`# ${wanted.heading}`), ...forewordOf(desk, wanted), ...spaced(blocks)])}\n`;
}

/** A further request may ask for “Milestones (corrected)”: it is written like the artifact it corrects. */
const writerOf = ({ prompt }: Desk, { heading }: WantedArtifact) =>
  prompt.task.step === combining
    ? combineArtifact
    : (artifactWriters[toKey(heading.replace(/ \([^()]*\)$/, ""))] ?? otherArtifact);

/** Only items below items, and rows below rows, stand on the next line: everything else follows an empty one. */
const spaced = (blocks: Block[]): Block[] =>
  blocks.map((block, index) => {
    const before = blocks[index - 1]?.text ?? "";
    const isNext = [item, row].some((form) => form.test(block.text) && form.test(before));
    return isNext ? block : { ...block, tight: false };
  });

const item = /^(?:- |\d+\. )/;
const row = /^\| /;

import { artifactWriters } from "./artifact-writers.ts";
import { combineArtifact, combining } from "./combining/combine-artifact.ts";
import { type Desk, setDesk } from "./desk.ts";
import { type Block, fitWords, joinBlocks, paragraph } from "./fit-words.ts";
import { budgetFor, forewordOf } from "./foreword.ts";
import { otherArtifact } from "./other-artifact.ts";
import { toKey } from "./read-paper.ts";
import type { Prompt, WantedArtifact } from "./read-prompt.ts";
import { inTurn, type Temperament } from "./temperament.ts";

/** Every artifact the task asks for, in its order, each within its budget. */
export function writeDocument(temperament: Temperament, prompt: Prompt): string {
  const desk = setDesk(inTurn(temperament, prompt.proposal), prompt);
  return prompt.task.artifacts.map((wanted) => writeArtifact(desk, wanted)).join("\n");
}

function writeArtifact(desk: Desk, wanted: WantedArtifact): string {
  const writer = writerOf(desk, wanted);
  const budget = budgetFor(desk, wanted);
  const blocks = fitWords(writer(desk, { ...wanted, budget }), budget);
  return `${joinBlocks([paragraph(`# ${wanted.heading}`), ...forewordOf(desk, wanted), ...startingAnew(blocks)])}\n`;
}

const writerOf = ({ prompt }: Desk, { heading }: WantedArtifact) =>
  prompt.task.step === combining ? combineArtifact : (artifactWriters[toKey(heading)] ?? otherArtifact);

/** The first block of an artifact follows an empty line, even if it is a row or an item. */
const startingAnew = ([first, ...rest]: Block[]): Block[] => (first ? [{ ...first, tight: false }, ...rest] : []);

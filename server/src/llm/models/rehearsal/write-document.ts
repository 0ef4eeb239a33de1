import { artifactWriters } from "./artifact-writers.ts";
import { type Desk, setDesk } from "./desk.ts";
import { type Block, countWords, fitWords, joinBlocks, paragraph } from "./fit-words.ts";
import { otherArtifact } from "./other-artifact.ts";
import { toKey } from "./read-paper.ts";
import type { Prompt, WantedArtifact } from "./read-prompt.ts";
import type { Temperament } from "./temperament.ts";

/** Every artifact the task asks for, in its order, each within its budget. */
export function writeDocument(temperament: Temperament, prompt: Prompt): string {
  const desk = setDesk(temperament, prompt);
  return prompt.task.artifacts
    .map((wanted, index) => writeArtifact(desk, wanted, index === 0 ? [notice(desk)] : []))
    .join("\n");
}

function writeArtifact(desk: Desk, wanted: WantedArtifact, before: Block[]): string {
  const heading = `# ${wanted.heading}`;
  const writer = artifactWriters[toKey(wanted.heading)] ?? otherArtifact;
  // A twentieth is left free: readers count words in different ways.
  const spent = countWords([heading, ...before.map((block) => block.text)].join(" "));
  const budget = Math.max(1, Math.floor(wanted.maxWords * 0.95) - spent);
  const blocks = fitWords(writer(desk, { ...wanted, budget }), budget);
  return `${joinBlocks([paragraph(heading), ...before, ...blocks.map((block, i) => (i === 0 ? { ...block, tight: false } : block))])}\n`;
}

/** Said in every document, and never by whom: a critique must not be able to tell its author. */
function notice({ brief }: Desk): Block {
  const language = brief.english ? "" : " It writes in English and quotes the brief as it stands.";
  return paragraph(`*A rehearsal model wrote this offline, to rehearse ${brief.subject.long}.${language}*`);
}

import { artifactLines, type PromptArtifact } from "./artifact-lines.ts";
import { fence } from "./fence.ts";
import { unusedNonce } from "./prompt-nonce.ts";

export type PromptDocument = {
  /** How the answer may refer to it: "D1". */
  id: string;
  kind: string;
  label: string;
  text: string;
  /** What people said about this document, verbatim. */
  feedback?: string | undefined;
};

export type PromptInput = {
  nonce: string;
  instructions: string;
  /** The brief, verbatim. */
  request: string;
  /** What the domain and the project add: standards, boundaries, stakeholders. */
  overlay?: string | undefined;
  documents: readonly PromptDocument[];
  stageFeedback?: string | undefined;
  task: { stage: string; step: string; text: string; artifacts: readonly PromptArtifact[] };
};

/** `nonce` is the one that was used: a further message of the same call (missing artifacts) needs it. */
export type AssembledPrompt = { instructions: string; user: string; nonce: string };

/**
 * One call's messages. What all calls of a session share comes first (overlay, request), then what siblings share
 * (documents, each with the feedback on it), and the task last: the longer the common beginning, the more of it a
 * provider's prompt cache serves.
 */
export function assemblePrompt(input: PromptInput): AssembledPrompt {
  const taskText = `${input.task.text.trim()}\n\n${artifactLines(input.task.artifacts)}`;
  const nonce = unusedNonce(input.nonce, textsOf(input, taskText));
  const section = (name: string, text: string, attributes: Record<string, string | undefined> = {}) =>
    fence({ name, nonce, text, attributes });

  const sections: string[] = [];
  if (isSaid(input.overlay)) sections.push(section("overlay", input.overlay));
  sections.push(section("request", input.request));
  for (const { id, kind, label, text, feedback } of input.documents) {
    sections.push(section("document", text, { id, kind, label }));
    if (isSaid(feedback)) sections.push(section("feedback", feedback, { about: id }));
  }
  if (isSaid(input.stageFeedback)) sections.push(section("feedback", input.stageFeedback));
  const { stage, step } = input.task;
  sections.push(section("task", taskText, { stage, step }));
  return { instructions: input.instructions, user: sections.join("\n\n"), nonce };
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text.trim() !== "";

function textsOf(input: PromptInput, taskText: string): string[] {
  const documents = input.documents.flatMap(({ id, kind, label, text, feedback = "" }) => [
    id,
    kind,
    label,
    text,
    feedback,
  ]);
  return [input.instructions, input.request, input.overlay ?? "", input.stageFeedback ?? "", taskText, ...documents];
}

import { artifactLines, type PromptArtifact } from "./artifact-lines.ts";
import { fence } from "./documents/fence.ts";
import {
  answerLines,
  type ContestedClaim,
  claimLines,
  contestedLines,
  factLines,
  type PromptAnswer,
  type PromptClaim,
  type PromptFactBlock,
} from "./documents/numbered-lines.ts";
import { unusedNonce } from "./prompt-nonce.ts";

export type PromptDocument = {
  /** The id by which the answer may refer to the document: "D1". */
  id: string;
  kind: string;
  label: string;
  text: string;
  /** Feedback about this document, verbatim. */
  feedback?: string | undefined;
  /** The questions that this document raised, with their answers or defaults. */
  answers?: readonly PromptAnswer[] | undefined;
};

/** `about` names the subject of the feedback in words; `text` is verbatim. */
export type PromptFeedback = { about: string; text: string };

export type PromptInput = {
  nonce: string;
  instructions: string;
  /** The brief, verbatim. */
  request: string;
  /** The overlay of domain and project: standards, boundaries, stakeholders. */
  overlay?: string | undefined;
  facts?: readonly PromptFactBlock[] | undefined;
  /** Questions that were raised by documents outside this prompt, with their answers or defaults. */
  answers?: readonly PromptAnswer[] | undefined;
  documents: readonly PromptDocument[];
  /** The claims of the proposals, with their numbers. */
  claims?: readonly PromptClaim[] | undefined;
  contested?: readonly ContestedClaim[] | undefined;
  /** In a further iteration: the current plan and board. */
  progress?: string | undefined;
  /** Feedback on anything else that concerns this call: an earlier stage, a document that is not in this prompt. */
  feedback?: readonly PromptFeedback[] | undefined;
  task: { stage: string; step: string; text: string; artifacts: readonly PromptArtifact[] };
};

/**
 * `nonce`: needed by a further message of the same call, about missing artifacts. `parts`: the user message in parts,
 * namely the text before the documents, each document between its fences with the feedback on it, and the text after
 * them.
 */
export type AssembledPrompt = {
  instructions: string;
  user: string;
  nonce: string;
  parts: { preamble: string; documents: { before: string; text: string; after: string }[]; task: string };
};

type Section = { name: string; text: string; attributes?: Record<string, string> };

/**
 * Builds the messages of one call. The text that all calls of a session share comes first (overlay, request, facts, answers),
 * then the text that calls about the same documents share (the documents with the feedback on them, and their claims), and
 * the task last. The longer the common beginning of two prompts, the more of it a provider serves from its cache.
 */
export function assemblePrompt(input: PromptInput): AssembledPrompt {
  const { before, documents, after } = sectionsOf(input);
  const nonce = unusedNonce(input.nonce, [
    input.instructions,
    ...[...before, ...documents.flat(), ...after].flatMap(({ text, attributes = {} }) => [
      text,
      ...Object.values(attributes),
    ]),
  ]);
  const joined = (sections: readonly Section[]): string =>
    sections.map((section) => fence({ ...section, nonce })).join("\n\n");
  const parts = {
    preamble: joined(before),
    documents: documents.map((sections) => partsOf(joined(sections), sections)),
    task: joined(after),
  };
  const whole = parts.documents.map((one) => `${one.before}${one.text}${one.after}`);
  return { instructions: input.instructions, user: [parts.preamble, ...whole, parts.task].join("\n\n"), nonce, parts };
}

/** A fence line contains no line break, so the first line break ends the document's opening fence. */
function partsOf(joined: string, [document]: readonly Section[]): AssembledPrompt["parts"]["documents"][number] {
  const text = document?.text ?? "";
  const start = joined.indexOf("\n") + 1;
  return { before: joined.slice(0, start), text, after: joined.slice(start + text.length) };
}

function sectionsOf(input: PromptInput): { before: Section[]; documents: Section[][]; after: Section[] } {
  const { stage, step, text, artifacts } = input.task;
  const saidIf = (name: string, text = ""): Section[] => (text.trim() === "" ? [] : [{ name, text }]);
  const before = [
    ...saidIf("overlay", input.overlay),
    { name: "request", text: input.request },
    ...saidIf("facts", factLines(input.facts ?? [])),
    ...saidIf("answers", answerLines(input.answers ?? [])),
  ];
  const documents = input.documents.map((document): Section[] => {
    const { id, kind, label } = document;
    const about = [
      ...saidIf("feedback", document.feedback),
      ...saidIf("answers", answerLines(document.answers ?? [])),
    ].map((section) => ({ ...section, attributes: { about: id } }));
    return [{ name: "document", text: document.text, attributes: { id, kind, label } }, ...about];
  });
  const after = [
    ...saidIf("claims", claimLines(input.claims ?? [])),
    ...saidIf("contested", contestedLines(input.contested ?? [])),
    ...saidIf("progress", input.progress),
    ...(input.feedback ?? []).map(({ about, text }) => ({ name: "feedback", text, attributes: { about } })),
    { name: "task", text: `${text.trim()}\n\n${artifactLines(artifacts)}`, attributes: { stage, step } },
  ];
  return { before, documents, after };
}

import type { FindingCode } from "@dialectic/contract";
import {
  endIsConfirmed,
  hasGapNote,
  type NewFinding,
  type Problem,
  type ReadableChunk,
  readDocument,
  withoutGapNote,
} from "#documents";
import type { Wanted } from "./gaps.ts";

/** The findings about requested artifacts that a document lacks. Computed again whenever the text changes. */
export const textFindings = (markdown: string, wanted: Wanted): NewFinding[] =>
  readDocument(withoutGapNote(markdown), wanted).problems.map(toFinding);

export function toFinding(problem: Problem): NewFinding {
  const { artifact, title } = problem;
  switch (problem.code) {
    case "verdicts_missing":
      return { code: problem.code, artifact, details: { title, claims: problem.claims } };
    case "scores_incomplete": {
      const { missing, unreadable, invented, weights } = problem;
      return { code: problem.code, artifact, details: { title, scores: { missing, unreadable, invented, weights } } };
    }
    case "plan_faults":
      return { code: problem.code, artifact, details: { title, faults: problem.faults } };
    case "work_faults":
      return { code: problem.code, artifact, details: { title, work: problem.faults } };
    default:
      return { code: problem.code, artifact, details: { title } };
  }
}

const codesOfEndings: Partial<Record<string, FindingCode>> = {
  length: "cut_off",
  interrupted: "cut_off",
  "content-filter": "filtered",
  refusal: "refused",
  "context-window": "context_full",
};

/**
 * Findings about how a document's answers ended, chunk by chunk. `because` says why a further request was useless. If the model
 * had nothing to add, the text is not cut off, but its finish reason stays unknown.
 */
export function endingFindings(
  chunks: readonly ReadableChunk[],
  { because, providerReason }: { because?: FindingCode | undefined; providerReason?: string | undefined } = {},
): NewFinding[] {
  const last = chunks.length - 1;
  const ofChunks = chunks.flatMap(({ finish_reason: finish }, index): NewFinding[] => {
    if (finish === "stop") return [];
    if (index === last && endIsConfirmed(chunks)) {
      return [{ code: "unknown_finish", artifact: null, details: { chunks: chunks.length } }];
    }
    const code = codesOfEndings[finish] ?? "unknown_finish";
    if (code === "cut_off" && index < last) return []; // the next chunk continued it
    const said = index === last && code === "unknown_finish" ? (providerReason ?? finish) : finish;
    return [{ code, artifact: null, details: { finish: said, chunks: chunks.length } }];
  });
  const all = because === undefined ? ofChunks : [...ofChunks, { code: because, artifact: null, details: {} }];
  return all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
}

/** In shorter prompts, the difference between the two counts is mostly the provider's own chat template. */
const leastCounted = 1_000;
/** No server has a smaller window, so a smaller count is an error and is ignored. */
const leastRead = 256;

/** Servers such as Ollama silently cut off a prompt that is too long; the token count that they report reveals it. */
export function truncationFindings({
  counted,
  usage,
}: {
  counted: number;
  usage: { inputTokens: number; estimated: boolean };
}): NewFinding[] {
  if (usage.estimated || counted < leastCounted || usage.inputTokens < leastRead || usage.inputTokens * 2 > counted)
    return [];
  return [{ code: "prompt_truncated", artifact: null, details: { tokens: { counted, read: usage.inputTokens } } }];
}

const aboutEndings: ReadonlySet<FindingCode> = new Set([
  ...Object.values(codesOfEndings).flatMap((code) => code ?? []),
  "unknown_finish",
  "empty",
]);

/** After an edit, findings about the end of an answer remain as long as the text contains the note. */
export const endingsStillNoted = (markdown: string, before: readonly NewFinding[]): NewFinding[] =>
  hasGapNote(markdown) ? before.filter(({ code }) => aboutEndings.has(code)) : [];

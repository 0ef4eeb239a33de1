import type { FindingCode } from "@dialectic/contract";
import { hasGapNote, type NewFinding, type Problem, readDocument, withoutGapNote } from "#documents";
import type { Wanted } from "./gaps.ts";

/** What a document's text leaves out of what its step asked for. Computed again whenever the text changes. */
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

/** How a document's answers ended, chunk by chunk; `because`: why a further request was of no use. */
export function endingFindings(
  chunks: readonly { finish_reason: string }[],
  { because, providerReason }: { because?: FindingCode | undefined; providerReason?: string | undefined } = {},
): NewFinding[] {
  const last = chunks.length - 1;
  const ofChunks = chunks.flatMap(({ finish_reason: finish }, index): NewFinding[] => {
    if (finish === "stop") return [];
    const code = codesOfEndings[finish] ?? "unknown_finish";
    if (code === "cut_off" && index < last) return []; // the next chunk carried on
    const said = index === last && code === "unknown_finish" ? (providerReason ?? finish) : finish;
    return [{ code, artifact: null, details: { finish: said, chunks: chunks.length } }];
  });
  const all = because === undefined ? ofChunks : [...ofChunks, { code: because, artifact: null, details: {} }];
  return all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
}

/** Shorter prompts teach nothing: there a provider's own wrapping is most of the difference. */
const leastCounted = 1_000;
/** No server works with a smaller window; what reports less does not count. */
const leastRead = 256;

/** Servers such as Ollama cut a prompt that is too long without saying so; what they report to have read unmasks it. */
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

/** Of findings that a person's edit does not settle by itself: how the model's answer ended, while the text still says so. */
export const endingsStillNoted = (markdown: string, before: readonly NewFinding[]): NewFinding[] =>
  hasGapNote(markdown) ? before.filter(({ code }) => aboutEndings.has(code)) : [];

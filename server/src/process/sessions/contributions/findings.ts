import type { FindingCode } from "@dialectic/contract";
import {
  endIsConfirmed,
  findMalformedTables,
  hasGapNote,
  type NewFinding,
  type Problem,
  type ReadableChunk,
  readDocument,
  repetitionsRemoved,
  withoutGapNote,
} from "#documents";
import type { Wanted } from "./gaps.ts";

/**
 * The findings about requested artifacts that a document lacks, and about its tables. Computed again whenever the text changes.
 * Reading an answer mends its tables, so only a person's edit can contain a malformed one.
 */
export function textFindings(markdown: string, wanted: Wanted): NewFinding[] {
  const problems = readDocument(withoutGapNote(markdown), wanted).problems.map(toFinding);
  const tables = findMalformedTables(markdown).map(({ section, headings, row, cells }) => ({
    ...{ section, row },
    ...{ headings: headings.length, cells: cells.length },
  }));
  return tables.length === 0
    ? problems
    : [...problems, { code: "table_malformed", artifact: null, details: { tables } }];
}

export function toFinding(problem: Problem): NewFinding {
  const { artifact, title } = problem;
  switch (problem.code) {
    case "verdicts_missing":
      return { code: problem.code, artifact, details: { title, claims: problem.claims } };
    case "scores_incomplete": {
      const { missing, unreadable, invented, weights } = problem;
      return { code: problem.code, artifact, details: { title, scores: { missing, unreadable, invented, weights } } };
    }
    case "entries_unread":
      return {
        code: problem.code,
        artifact,
        details: { title, entries: { read: problem.read, count: problem.count } },
      };
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
 * Findings about how the answers of a document ended, chunk by chunk. `because` states why a further request failed. If
 * a model that was asked to continue had nothing to add, the text is not cut off, but its finish reason remains unknown.
 */
export function endingFindings(
  chunks: readonly ReadableChunk[],
  { because, providerReason }: { because?: FindingCode | undefined; providerReason?: string | undefined } = {},
): NewFinding[] {
  const last = chunks.length - 1;
  const repetitions = repetitionsRemoved(chunks);
  const ofChunks = chunks.flatMap(({ finish_reason: finish }, index): NewFinding[] => {
    if (finish === "stop") return [];
    if (index === last && endIsConfirmed(chunks)) {
      return [{ code: "unknown_finish", artifact: null, details: { chunks: chunks.length } }];
    }
    const code = codesOfEndings[finish] ?? "unknown_finish";
    if (code === "cut_off" && index < last) return []; // the next chunk continues it
    const said = index === last && code === "unknown_finish" ? (providerReason ?? finish) : finish;
    const removed = index === last && repetitions > 0 ? { repetitions } : {};
    return [{ code, artifact: null, details: { finish: said, chunks: chunks.length, ...removed } }];
  });
  const all = because === undefined ? ofChunks : [...ofChunks, { code: because, artifact: null, details: {} }];
  return all.filter(({ code }, index) => all.findIndex((one) => one.code === code) === index);
}

/** Shorter prompts are not checked, because their counts differ mainly by the tokens of the provider's chat template. */
const leastCounted = 1_000;
/** No model server has a smaller window than this. A smaller count must be an error, so it is ignored. */
const leastRead = 256;

/**
 * A model server that cuts off a prompt reads as many tokens as its window holds, or half as many plus the two to four tokens
 * that it keeps from the start of the prompt. Windows are multiples of 1,024. One prompt in a hundred has such a length by
 * chance.
 */
const windowUnit = 1_024;
const mostKept = 8;
/**
 * Other vocabularies need 0.97 to 3.3 times as many tokens as ours for the same text (measured with three of them on texts
 * in eight languages). So a count that is a tenth below ours is suspicious if it is also the size of a window.
 */
const leastShare = 0.9;

/** Servers such as Ollama silently cut off a prompt that is too long; the token count that they report reveals it. */
export function truncationFindings({
  counted,
  usage,
}: {
  counted: number;
  usage: { inputTokens: number; estimated: boolean };
}): NewFinding[] {
  const { inputTokens: read, estimated } = usage;
  if (estimated || counted < leastCounted || read < leastRead) return [];
  const isWindow = read >= windowUnit && read % windowUnit <= mostKept && read < counted * leastShare;
  if (read * 2 > counted && !isWindow) return [];
  return [{ code: "prompt_truncated", artifact: null, details: { tokens: { counted, read } } }];
}

const aboutEndings: ReadonlySet<FindingCode> = new Set([
  ...Object.values(codesOfEndings).flatMap((code) => code ?? []),
  "unknown_finish",
  "empty",
]);

/** After an edit, findings about how an answer ended remain as long as the text contains the note about its early end. */
export const endingsStillNoted = (markdown: string, before: readonly NewFinding[]): NewFinding[] =>
  hasGapNote(markdown) ? before.filter(({ code }) => aboutEndings.has(code)) : [];

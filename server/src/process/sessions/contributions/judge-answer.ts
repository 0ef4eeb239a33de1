import { endIsConfirmed, isStuck, type NewFinding, type ReadableChunk, readChain } from "#documents";
import type { ModelTerms } from "#models";
import { lastContinuation } from "./end-of-chain.ts";
import { endingFindings, toFinding, truncationFindings } from "./findings.ts";
import type { Chain } from "./save-answer.ts";
import type { WritingLimits } from "./writing.ts";

type Answer = {
  text: string;
  finishReason: string;
  providerReason?: string | undefined;
  usage: { inputTokens: number; estimated: boolean };
};

export type JudgedAnswer = {
  /** True if another request follows, either because the answer was cut off or to ask for artifacts again. */
  continues: boolean;
  /** The keys of the artifacts that the next request asks for. */
  askedFor: string[];
  /** The findings of the finished text. `countedTokens` is our own token count of the last prompt. */
  findings(countedTokens: number): NewFinding[];
};

/** Decides whether another request follows, judging by all answers of a chain so far. */
export function judgeAnswer(
  { writing: { policy, askedFor: asked_for }, job, earlier, expected }: Chain,
  { answer, limits, terms }: { answer: Answer; limits: WritingLimits; terms: ModelTerms },
): JudgedAnswer {
  const { text, finishReason: finish_reason, providerReason, usage } = answer;
  const written: ReadableChunk[] = [...earlier, { text, finish_reason, asked_for }];
  const problems = expected ? readChain(written, expected).problems : [];
  const wasAsked = written.some((chunk) => chunk.asked_for.length > 0);
  const isAtEnd = endIsConfirmed(written);
  // Artifacts are requested again only once, and never from a model that refused, was filtered or filled its window.
  const mayAsk = !wasAsked && (finish_reason === "stop" || finish_reason === "other" || isAtEnd);
  const askedFor = mayAsk ? [...new Set(problems.map(({ artifact }) => artifact))] : [];
  const wasCut = finish_reason === "length" || (finish_reason === "interrupted" && !isAtEnd);
  // A model that is stuck in a loop is not continued, because it would only write more of the same.
  const isCutShort =
    wasCut && !isStuck(written.map((chunk) => chunk.text)) && !policy.isLongEnough(written, { ...limits, terms });
  return {
    continues:
      (isCutShort || askedFor.length > 0) && job.continuation < lastContinuation(limits.continuations, written),
    askedFor,
    findings: (counted) => [
      ...policy.findings({
        artifacts: problems.map(toFinding),
        endings: endingFindings(written, { providerReason }),
      }),
      ...truncationFindings({ counted, usage }),
    ],
  };
}

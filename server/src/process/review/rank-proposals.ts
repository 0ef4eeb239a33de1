import type { Scorecard, ScoredProposal } from "@dialectic/contract";

/** A proposal with its scorecards, before it is ranked. */
export type Unranked = Omit<ScoredProposal, "median" | "rank">;

type Scored = { weight: number | null; score: number };

/** The weighted mean; where a weight is missing, or all are nothing, the plain one. */
export function totalOf(scores: readonly Scored[]): number {
  const weights = scores.map(({ weight }) => weight ?? 0);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const isPlain = sum === 0 || scores.some(({ weight }) => weight === null);
  const weighted = scores.reduce((total, { score }, index) => total + score * (isPlain ? 1 : (weights[index] ?? 0)), 0);
  return scores.length === 0 ? 0 : round(weighted / (isPlain ? scores.length : sum));
}

/** Medians of what others gave, and the ranks that follow; nobody ranks by what they gave themselves. */
export function rankProposals(proposals: readonly Unranked[]): ScoredProposal[] {
  const withMedian = proposals.map((one) => ({ ...one, median: medianOf(one.critics) }));
  return withMedian.map((one) => {
    const better = withMedian.filter(
      (other) => other.iteration === one.iteration && (other.median ?? -1) > (one.median ?? -1),
    );
    return { ...one, rank: one.median === null ? null : better.length + 1 };
  });
}

/** Who leads by scores: the best median; among equals, and where nobody has scored, the first in the session's list. */
export function leadByScores(models: readonly string[], proposals: readonly ScoredProposal[]): string | null {
  const best = (model: string) =>
    Math.max(-1, ...proposals.flatMap((one) => (one.model === model ? (one.median ?? []) : [])));
  const [first, ...others] = models;
  if (first === undefined) return null;
  return others.reduce((lead, model) => (best(model) > best(lead) ? model : lead), first);
}

function medianOf(critics: readonly Scorecard[]): number | null {
  const totals = critics
    .filter(({ self }) => !self)
    .map(({ total }) => total)
    .sort((a, b) => a - b);
  const middle = totals.length / 2;
  const [low, high] = [totals[Math.ceil(middle) - 1], totals[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : round((low + high) / 2);
}

/** Sums of fractions differ in their last digits by the order they were added in: no rank may hang on that. */
const round = (value: number): number => Math.round(value * 1_000) / 1_000;

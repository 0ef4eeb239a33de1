import type { Scorecard, ScoredProposal } from "@dialectic/contract";

/** A proposal with its scorecards, before it is ranked. */
export type Unranked = Omit<ScoredProposal, "median" | "preference" | "rank">;

type Scored = { weight: number | null; score: number };

/** The weighted mean of the scores, or their plain mean if a weight is missing or all weights are zero. */
export function totalOf(scores: readonly Scored[]): number {
  const weights = scores.map(({ weight }) => weight ?? 0);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const isPlain = sum === 0 || scores.some(({ weight }) => weight === null);
  const weighted = scores.reduce((total, { score }, index) => total + score * (isPlain ? 1 : (weights[index] ?? 0)), 0);
  return scores.length === 0 ? 0 : round(weighted / (isPlain ? scores.length : sum));
}

/**
 * Adds medians and ranks to the proposals. Critics differ in strictness, so the totals of different critics are not
 * compared; each critic only ranks other models' proposals. For each critic that compared a proposal with others, the
 * share of comparisons that the proposal won is computed (a tie counts half). The proposal's preference is the mean of
 * these shares.
 */
export function rankProposals(proposals: readonly Unranked[]): ScoredProposal[] {
  const weighed = proposals.map((one) => ({
    ...one,
    median: medianOf(one.critics),
    preference: preferenceOf(one, proposals),
  }));
  return weighed.map((one) => {
    const { preference } = one;
    const better = weighed.filter(
      (other) => other.iteration === one.iteration && (other.preference ?? -1) > (preference ?? -1),
    );
    return { ...one, rank: preference === null ? null : better.length + 1 };
  });
}

function preferenceOf(one: Unranked, all: readonly Unranked[]): number | null {
  const others = all.filter((other) => other !== one && other.iteration === one.iteration);
  const shares = one.critics.flatMap(({ critic, self, total }) => {
    if (self) return [];
    const totals = others.flatMap(({ critics }) =>
      critics.filter((card) => card.critic === critic && !card.self).map((card) => card.total),
    );
    const won = totals.reduce((sum, other) => sum + (total > other ? 1 : total === other ? 0.5 : 0), 0);
    return totals.length === 0 ? [] : [won / totals.length];
  });
  return shares.length === 0 ? null : round(shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

/**
 * The lead according to the scores: the author of the preferred proposal. Among models that tie, the lead is the first in
 * the session's order; if nothing was compared, all models tie.
 */
export function leadByScores(models: readonly string[], proposals: readonly ScoredProposal[]): string | null {
  const best = (model: string) =>
    Math.max(-1, ...proposals.flatMap((one) => (one.model === model ? (one.preference ?? []) : [])));
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

/** The last digits of a sum of fractions depend on the order of addition. Ranks must not, so preferences are rounded. */
const round = (value: number): number => Math.round(value * 1_000) / 1_000;

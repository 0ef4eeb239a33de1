import { z } from "zod";
import { ContributionId } from "./ids.ts";
import { sessionParams, stageParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

/** What one critic gives one proposal. */
export const Scorecard = z.object({
  critic: z.string(),
  contributionId: ContributionId,
  /** The critic wrote the proposal too: shown, but left out of the median. */
  self: z.boolean(),
  /** The scores weighted, from 0 to 10. */
  total: z.number(),
  scores: z.array(
    z.object({ criterion: z.string(), weight: z.number().nullable(), score: z.number(), because: z.string() }),
  ),
});
export type Scorecard = z.infer<typeof Scorecard>;

export const ScoredProposal = z.object({
  model: z.string(),
  /** Which of its model's proposals it is; null where each model made one. */
  proposal: z.int().nullable(),
  proposalId: ContributionId,
  iteration: z.int(),
  /** Of the totals of all critics but its author; null if only the author has scored it. */
  median: z.number().nullable(),
  /**
   * How critics order it: the share of comparisons with other proposals that it won, 0 to 1, each critic compared only
   * with itself and its own proposal left out. Null where no critic compared it with another one.
   */
  preference: z.number().nullable(),
  /** By preference: 1 is the best of its iteration; equals share a rank. */
  rank: z.int().nullable(),
  critics: z.array(Scorecard),
});
export type ScoredProposal = z.infer<typeof ScoredProposal>;

export const Scores = z.object({
  items: z.array(ScoredProposal),
  leadModel: z.string(),
  /** A person named the lead; else the author of the proposal that critics prefer leads. */
  leadChosen: z.boolean(),
});
export type Scores = z.infer<typeof Scores>;

/** The author of the proposal under a label in the prompts of a stage. */
export const ProposalLabel = z.object({
  label: z.string(),
  model: z.string(),
  /** Which of its model's proposals; null where each model made one. */
  proposal: z.int().nullable(),
});
export type ProposalLabel = z.infer<typeof ProposalLabel>;

/** What critics gave the proposals, and who wrote which. */
export const scoresRoutes = {
  getScores: {
    method: "get",
    path: "/api/sessions/{sessionId}/scores",
    about: "The scores of each proposal, the medians and the lead model.",
    params: sessionParams,
    response: Scores,
  },
  listLabels: {
    method: "get",
    path: "/api/sessions/{sessionId}/stages/{stage}/labels",
    about: "The authors of the proposals by their label in the stage's prompts; available once the stage is finished.",
    params: stageParams,
    response: listOf(ProposalLabel),
  },
} as const satisfies Record<string, Route>;

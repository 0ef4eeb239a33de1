import { z } from "zod";
import { ContributionId } from "./ids.ts";
import { sessionParams, stageParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

/** The scores of one critic for one proposal. */
export const Scorecard = z.object({
  critic: z.string(),
  contributionId: ContributionId,
  /** True if the critic also wrote the proposal. The score is then shown but left out of the median. */
  self: z.boolean(),
  /** The weighted total, from 0 to 10. */
  total: z.number(),
  scores: z.array(
    z.object({ criterion: z.string(), weight: z.number().nullable(), score: z.number(), because: z.string() }),
  ),
});
export type Scorecard = z.infer<typeof Scorecard>;

export const ScoredProposal = z.object({
  model: z.string(),
  /** The proposal's number among those of its model; null if each model wrote only one. */
  proposal: z.int().nullable(),
  proposalId: ContributionId,
  iteration: z.int(),
  /** The median of the totals of all critics except the proposal's author; null if only the author has scored it. */
  median: z.number().nullable(),
  /**
   * The critics' preference: the share of comparisons with other proposals that the proposal won, from 0 to 1. Only
   * scores of the same critic are compared, and a critic's own proposal is left out. Null if no critic compared the
   * proposal with another.
   */
  preference: z.number().nullable(),
  /** The rank by preference: 1 is the best of its iteration; ties share a rank. */
  rank: z.int().nullable(),
  critics: z.array(Scorecard),
});
export type ScoredProposal = z.infer<typeof ScoredProposal>;

export const Scores = z.object({
  items: z.array(ScoredProposal),
  leadModel: z.string(),
  /** True if a person named the lead; otherwise the author of the preferred proposal leads. */
  leadChosen: z.boolean(),
});
export type Scores = z.infer<typeof Scores>;

/** The label of a proposal in the prompts of a stage, and the author of the proposal. */
export const ProposalLabel = z.object({
  label: z.string(),
  model: z.string(),
  /** The proposal's number among those of its model; null if each model wrote only one. */
  proposal: z.int().nullable(),
});
export type ProposalLabel = z.infer<typeof ProposalLabel>;

/** The scores of the proposals, and their authors. */
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

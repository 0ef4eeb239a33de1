import { z } from "zod";
import { ContributionId, DocumentId } from "./ids.ts";
import { documentParams, sessionParams, stageParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

/** The verdict of a synthesis or a person on a claim. */
export const Verdict = z.enum(["kept", "merged", "rejected", "open"]);
export type Verdict = z.infer<typeof Verdict>;

/** A sentence a proposal commits to, under its number in the session. */
export const Claim = z.object({
  /** How documents refer to it: "C4". */
  id: z.string(),
  number: z.int(),
  iteration: z.int(),
  model: z.string(),
  contributionId: ContributionId,
  documentId: DocumentId.nullable(),
  text: z.string(),
  verdicts: z.array(
    z.object({
      contributionId: ContributionId,
      model: z.string(),
      verdict: Verdict,
      because: z.string(),
      /** The requirement that now carries the claim, as the synthesis names it. */
      answers: z.string(),
    }),
  ),
  /** One synthesis rejects it or leaves it open, and another keeps or merges it. */
  contested: z.boolean(),
  /** What a person chose, the newest. */
  choice: z.object({ verdict: Verdict, note: z.string(), at: Moment }).nullable(),
});
export type Claim = z.infer<typeof Claim>;

/** How many of the claims it was given a synthesis has judged. */
export const ClaimCoverage = z.object({
  contributionId: ContributionId,
  model: z.string(),
  claims: z.int(),
  judged: z.int(),
  missing: z.array(z.string()),
});
export type ClaimCoverage = z.infer<typeof ClaimCoverage>;

export const Claims = z.object({ items: z.array(Claim), coverage: z.array(ClaimCoverage) });
export type Claims = z.infer<typeof Claims>;

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

/** A question that a document asks the person. */
export const Question = z.object({
  id: z.string(),
  number: z.int(),
  iteration: z.int(),
  stage: z.string(),
  /** Who asked it first, and all who ask it now. */
  model: z.string(),
  askedBy: z.array(z.string()),
  contributionId: ContributionId,
  documentId: DocumentId.nullable(),
  text: z.string(),
  decides: z.string(),
  /** The default without an answer; empty if the document gives none. */
  otherwise: z.string(),
  /** `assumed`: its stage was submitted without an answer, so that its default holds until there is one. */
  state: z.enum(["open", "answered", "assumed"]),
  answer: z.string().nullable(),
  answeredAt: Moment.nullable(),
});
export type Question = z.infer<typeof Question>;

/** The warnings about a document, and whether its references resolve. */
export const DocumentChecks = z.object({
  documentId: DocumentId,
  /** False: its stage is not finished, so it was not checked yet. */
  checked: z.boolean(),
  warnings: z.array(z.string()),
  references: z.object({
    count: z.int(),
    resolved: z.int(),
    /** The share that resolves; 1 if there are none. */
    share: z.number(),
    unresolved: z.array(z.object({ paragraph: z.int(), id: z.string() })),
  }),
});
export type DocumentChecks = z.infer<typeof DocumentChecks>;

/** The author of the proposal under a label in the prompts of a stage. */
export const ProposalLabel = z.object({
  label: z.string(),
  model: z.string(),
  /** Which of its model's proposals; null where each model made one. */
  proposal: z.int().nullable(),
});
export type ProposalLabel = z.infer<typeof ProposalLabel>;

const numbered = sessionParams.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) });

/** Claims, scores and questions, with the person's choices and answers. */
export const claimsRoutes = {
  getClaims: {
    method: "get",
    path: "/api/sessions/{sessionId}/claims",
    about: "The session's claims with all verdicts, which are contested, and which no synthesis has judged.",
    params: sessionParams,
    response: Claims,
  },
  getScores: {
    method: "get",
    path: "/api/sessions/{sessionId}/scores",
    about: "The scores of each proposal, the medians and the lead model.",
    params: sessionParams,
    response: Scores,
  },
  getQuestions: {
    method: "get",
    path: "/api/sessions/{sessionId}/questions",
    about: "The open questions of the session's documents, with answers and defaults.",
    params: sessionParams,
    response: listOf(Question),
  },
  answerQuestion: {
    method: "post",
    path: "/api/sessions/{sessionId}/questions/{number}/answer",
    about: "Answers a question. Stages that start afterwards read the answer; the newest counts.",
    params: numbered,
    body: z.strictObject({ answer: z.string().trim().min(1).max(20_000) }),
    response: Question,
  },
  chooseVerdict: {
    method: "post",
    path: "/api/sessions/{sessionId}/claims/{number}/choose",
    about: "Decides a claim. Stages that start afterwards follow the decision; the newest one counts.",
    params: numbered,
    body: z.strictObject({ verdict: Verdict, note: z.string().trim().max(20_000).default("") }),
    response: Claims.shape.items.element,
  },
  getDocumentChecks: {
    method: "get",
    path: "/api/documents/{documentId}/checks",
    about: "The warnings about a document, and which of its references do not resolve.",
    params: documentParams,
    response: DocumentChecks,
  },
  listLabels: {
    method: "get",
    path: "/api/sessions/{sessionId}/stages/{stage}/labels",
    about: "The authors of the proposals by their label in the stage's prompts; available once the stage is finished.",
    params: stageParams,
    response: listOf(ProposalLabel),
  },
} as const satisfies Record<string, Route>;

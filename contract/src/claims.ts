import { z } from "zod";
import { ContributionId, DocumentId } from "./ids.ts";
import { numberedParams, sessionParams } from "./params.ts";
import type { Route } from "./route.ts";
import { Moment } from "./values.ts";

/** The verdict of a synthesis or a person on a claim. */
export const Verdict = z.enum(["kept", "merged", "rejected", "open"]);
export type Verdict = z.infer<typeof Verdict>;

/** A sentence that commits a proposal to something. Claims are numbered within the session. */
export const Claim = z.object({
  /** The claim's id in documents: "C4". */
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
      /** The requirement that now contains the claim, in the words of the synthesis. */
      answers: z.string(),
    }),
  ),
  /** True if one synthesis rejects the claim or leaves it open, and another keeps or merges it. */
  contested: z.boolean(),
  /** The newest choice of a person. */
  choice: z.object({ verdict: Verdict, note: z.string(), at: Moment }).nullable(),
});
export type Claim = z.infer<typeof Claim>;

/** Counts the claims in a synthesis's prompt and the claims that the synthesis gave a verdict on. */
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

/** Claims, their verdicts, and the choices of a person. */
export const claimsRoutes = {
  getClaims: {
    method: "get",
    path: "/api/sessions/{sessionId}/claims",
    about:
      "The session's claims with all verdicts: which claims are contested, and which claims each synthesis gave no verdict on.",
    params: sessionParams,
    response: Claims,
  },
  chooseVerdict: {
    method: "post",
    path: "/api/sessions/{sessionId}/claims/{number}/choose",
    about: "Records a person's choice about a claim. Stages that start afterwards follow the newest choice.",
    params: numberedParams,
    body: z.strictObject({ verdict: Verdict, note: z.string().trim().max(20_000).default("") }),
    response: Claims.shape.items.element,
  },
} as const satisfies Record<string, Route>;

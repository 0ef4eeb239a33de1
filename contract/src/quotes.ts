import { z } from "zod";
import { ProjectId } from "./ids.ts";
import { TokenCount } from "./models.ts";
import type { Route } from "./route.ts";
import { Overlay } from "./templates.ts";
import { Continuations, Money, Proposals } from "./values.ts";

/** Tokens that are surely used, probably used, and never exceeded without failures. */
export const TokenRange = z.object({ low: z.int(), expected: z.int(), high: z.int() });
export type TokenRange = z.infer<typeof TokenRange>;

const prices = { low: Money, expected: Money, high: Money };

export const QuotedStage = z.object({
  stage: z.string(),
  calls: z.int(),
  ...prices,
  inputTokens: TokenRange,
  outputTokens: TokenRange,
});
export type QuotedStage = z.infer<typeof QuotedStage>;

/** What a whole process will cost, worked out before it starts. */
export const Quote = z.object({
  process: z.string(),
  models: z.array(z.string()),
  leadModel: z.string(),
  /** The output cap it was worked out with; null: each model's own. */
  maxOutputTokens: z.int().nullable(),
  calls: z.int(),
  ...prices,
  /** In and out together. */
  tokens: TokenRange,
  stages: z.array(QuotedStage),
  /** None of the models costs anything. */
  free: z.boolean(),
  /** What a reader should know of these figures, a sentence each. */
  notes: z.array(z.string()),
});
export type Quote = z.infer<typeof Quote>;

export const NewQuote = z
  .strictObject({
    /** The request, verbatim; or the project whose brief it is. */
    brief: z.string().max(2_000_000).optional(),
    projectId: ProjectId.optional(),
    /** The project's own when absent; for a brief, the domain's default. */
    process: z.string().optional(),
    /** For a brief: a project has one. */
    domain: z.string().optional(),
    overlay: Overlay.optional(),
    models: z.array(z.string()).min(1).max(12),
    leadModel: z.string().optional(),
    maxOutputTokens: TokenCount.min(64).optional(),
    continuations: Continuations.optional(),
    proposals: Proposals.optional(),
  })
  .refine(({ brief, projectId }) => (brief === undefined) !== (projectId === undefined), {
    path: ["brief"],
    message: "give either a brief or a projectId",
  });

/** Quotes for runs that are not started. */
export const quotesRoutes = {
  createQuote: {
    method: "post",
    path: "/api/quotes",
    about: "What a process would cost with these models, for a brief or a project. Nothing is kept or started.",
    body: NewQuote,
    response: Quote,
  },
} as const satisfies Record<string, Route>;

import { z } from "zod";
import { ProjectId } from "./ids.ts";
import { TokenCount } from "./models.ts";
import type { Route } from "./route.ts";
import { Overlay } from "./templates.ts";
import { Continuations, Money, Proposals } from "./values.ts";

/** The minimum, the expected and the maximum number of tokens. Calls that fail and are repeated are not included. */
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

/** The estimated cost of a whole process, calculated before it starts. */
export const Quote = z.object({
  process: z.string(),
  models: z.array(z.string()),
  leadModel: z.string(),
  /** The output cap used for the estimate; null if each model's own cap was used. */
  maxOutputTokens: z.int().nullable(),
  calls: z.int(),
  ...prices,
  /** Input and output together. */
  tokens: TokenRange,
  stages: z.array(QuotedStage),
  /** True if all models are free. */
  free: z.boolean(),
  /** Notes on the figures, one sentence each. */
  notes: z.array(z.string()),
});
export type Quote = z.infer<typeof Quote>;

export const NewQuote = z
  .strictObject({
    /** Either the brief, verbatim, or the project that has it. */
    brief: z.string().max(2_000_000).optional(),
    projectId: ProjectId.optional(),
    /** Default: the project's process; for a brief, the domain's default. */
    process: z.string().optional(),
    /** Only with a brief: a project already has a domain. */
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

/** Computes a quote without creating a session. */
export const quotesRoutes = {
  createQuote: {
    method: "post",
    path: "/api/quotes",
    about: "The expected cost of a process with these models, for a brief or a project. Nothing is stored or started.",
    body: NewQuote,
    response: Quote,
  },
} as const satisfies Record<string, Route>;

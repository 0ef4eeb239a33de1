import { z } from "zod";
import { Duration } from "./durations.ts";
import { JobId, ProjectId, SessionId } from "./ids.ts";
import { TokenCount } from "./models.ts";
import { projectParams, sessionParams } from "./params.ts";
import { ProviderWait } from "./provider-waits.ts";
import { Quote } from "./quotes.ts";
import { listQuery, pageOf, type Route } from "./route.ts";
import { StageRun } from "./stage-runs.ts";
import { Overlay } from "./templates.ts";
import { Amount, Continuations, Moment, Money, Proposals } from "./values.ts";
import { Budget } from "./wallet.ts";

export const SessionStatus = z.enum([
  "ready",
  "running",
  "awaiting_feedback",
  "paused",
  "failed",
  "iteration_complete",
  "archived",
]);
export type SessionStatus = z.infer<typeof SessionStatus>;

/**
 * What keeps a session from continuing. Every kind carries the data that is needed to resolve it; the CLI and the web app
 * choose the words. A new reason is a new member of this union.
 */
export const BlockedBy = z.discriminatedUnion("kind", [
  /** Neither the wallet nor the budget covers the next call of any paused job. */
  z.object({
    kind: z.literal("funds"),
    since: Moment,
    /** How many jobs are paused, and what their next calls need together. */
    jobs: z.int(),
    amount: Money,
    /** The tighter of the two limits, and how much it lacks for all of these jobs. */
    limit: z.enum(["wallet", "budget"]),
    shortBy: Money,
  }),
  /** Calls wait for an approval; `amount` is what they may cost together. */
  z.object({ kind: z.literal("approval"), since: Moment, jobs: z.int(), amount: Money }),
  /** A person paused the stage or some of its jobs. */
  z.object({ kind: z.literal("user"), since: Moment, jobs: z.int() }),
  /** All work that is left waits for a provider that is down or rate limits; it is retried by itself. */
  ProviderWait.extend({ kind: z.literal("provider"), jobs: z.int() }),
  /** The stage failed. The job is the one whose error caused the failure. */
  z.object({
    kind: z.literal("failed"),
    since: Moment,
    jobId: JobId,
    label: z.string().nullable(),
    code: z.string(),
    message: z.string(),
  }),
  /** Documents of the stage have open findings, and the session does not continue by itself with them. */
  z.object({ kind: z.literal("findings"), since: Moment, findings: z.int() }),
]);
export type BlockedBy = z.infer<typeof BlockedBy>;

export const Session = z.object({
  id: SessionId,
  projectId: ProjectId,
  projectName: z.string(),
  /** Null for sessions older than domains. */
  domain: z.string().nullable(),
  process: z.string(),
  processVersion: z.int(),
  /** The domain's, the project's and its own, as they were when it was made. */
  overlay: Overlay,
  models: z.array(z.string()),
  leadModel: z.string(),
  auto: z.boolean(),
  /** How often a document that was cut off is carried on. */
  continuations: z.int(),
  /** How many proposals each model is asked for. */
  proposals: z.int(),
  /** Go on to the next stage although a required part of a document is missing. */
  acceptFindings: z.boolean(),
  /** How long a provider that is down or rate limits is retried before the work that waits for it fails. */
  retryWindow: Duration,
  status: SessionStatus,
  /** Null: it is running, continues by itself, has finished, or its next stage can be started. */
  blockedBy: BlockedBy.nullable(),
  currentStage: z.string(),
  iteration: z.int(),
  stages: z.array(StageRun),
  /** In all iterations, as are the requests. */
  calls: z.int(),
  requests: z.int(),
  /** How many findings are open, in all stages as they stand. */
  findings: z.int(),
  /** What its calls have cost the wallet. */
  spent: Money,
  /** Null: nothing caps what it may cost. */
  budget: Budget.nullable(),
  /** What it was expected to cost when it was made; null for sessions older than quotes. */
  quote: Quote.nullable(),
  /** What each further iteration was expected to cost when it began. */
  iterationQuotes: z.array(
    Quote.pick({ low: true, expected: true, high: true, free: true }).extend({ iteration: z.int() }),
  ),
  createdAt: Moment,
});
export type Session = z.infer<typeof Session>;

/** The state of a session in lists. */
export const SessionState = z.object({
  id: SessionId,
  status: SessionStatus,
  currentStage: z.string(),
  iteration: z.int(),
  models: z.array(z.string()),
  stages: z.array(
    z.object({
      stage: z.string(),
      done: z.int(),
      expected: z.int(),
      findings: z.int(),
      /** Why the stage failed; null: it did not. */
      error: z.string().nullable(),
    }),
  ),
});

/** A session in a list: without the work, the settings and the quote that the session itself has. */
export const SessionSummary = SessionState.extend({
  projectId: ProjectId,
  projectName: z.string(),
  projectSlug: z.string(),
  process: z.string(),
  /** In all iterations. */
  calls: z.int(),
  /** What its calls have cost the wallet. */
  spent: Money,
  createdAt: Moment,
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const NewSession = z.strictObject({
  models: z.array(z.string()).min(1).max(12),
  leadModel: z.string().optional(),
  /** Go on to the next stage without waiting for feedback. */
  auto: z.boolean().default(false),
  process: z.string().optional(),
  /** What binds this session beside what the domain and the project say. */
  overlay: Overlay.optional(),
  /** Start the first stage at once. */
  start: z.boolean().default(false),
  /** The largest answer asked of a model in one request, in tokens; the model's own cap when absent. */
  maxOutputTokens: TokenCount.min(64).optional(),
  /** How often a document that was cut off is carried on; 0: it is left as it is, and says so. The installation's setting when absent. */
  continuations: Continuations.optional(),
  /** How many proposals each model is asked for; one when absent. */
  proposals: Proposals.optional(),
  /** Go on to the next stage although a required part of a document is missing; else the session stops and waits for a person. */
  acceptFindings: z.boolean().optional(),
  /** How long a provider that is down or rate limits is retried, such as 90s, 15m or 2h. The installation's setting when absent. */
  retryWindow: Duration.optional(),
  /** What it may cost at most; it pauses when the next call would not fit. */
  budget: Amount.optional(),
});

const SessionsQuery = z.object({
  ...listQuery({ usual: 50, most: 200 }),
  status: SessionStatus.optional(),
  /** Include archived sessions. */
  archived: z.stringbool().default(true),
});

export type QuotedPrices = Pick<Quote, "low" | "expected" | "high" | "free">;

/** The expected cost of a session with all its iterations, to compare with the actual cost; null: unknown. */
export function quotedInAll({
  quote,
  iterationQuotes,
}: Pick<Session, "quote" | "iterationQuotes">): QuotedPrices | null {
  if (!quote) return null;
  const all = [quote, ...iterationQuotes];
  const sum = (of: (one: QuotedPrices) => string) => String(all.reduce((total, one) => total + BigInt(of(one)), 0n));
  const free = all.every((one) => one.free);
  return { low: sum((one) => one.low), expected: sum((one) => one.expected), high: sum((one) => one.high), free };
}

/** Sessions. */
export const sessionsRoutes = {
  createSession: {
    method: "post",
    path: "/api/projects/{projectId}/sessions",
    about: "Makes a session: one run of a process over the project, with its models.",
    params: projectParams,
    body: NewSession,
    response: Session,
    creates: true,
  },
  listSessions: {
    method: "get",
    path: "/api/projects/{projectId}/sessions",
    about: "The project's sessions, newest first. A search looks at processes and models.",
    params: projectParams,
    query: SessionsQuery,
    response: pageOf(SessionSummary),
  },
  listAllSessions: {
    method: "get",
    path: "/api/sessions",
    about: "The sessions of all your projects, newest first. A search looks at projects, processes and models.",
    query: SessionsQuery,
    response: pageOf(SessionSummary),
  },
  getSession: {
    method: "get",
    path: "/api/sessions/{sessionId}",
    about: "One session with its stages, their progress and what is missing.",
    params: sessionParams,
    response: Session,
  },
  archiveSession: {
    method: "post",
    path: "/api/sessions/{sessionId}/archive",
    about: "Archives a session that is not running: it can be read but not changed until it is restored.",
    params: sessionParams,
    response: Session,
  },
  restoreSession: {
    method: "post",
    path: "/api/sessions/{sessionId}/restore",
    about: "Restores an archived session.",
    params: sessionParams,
    response: Session,
  },
} as const satisfies Record<string, Route>;

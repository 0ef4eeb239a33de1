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
 * The reason a session does not continue. Each kind has the data needed to resolve it. The CLI and the web app write
 * the sentence. A new reason is a new member of this union.
 */
export const BlockedBy = z.discriminatedUnion("kind", [
  /** No paused job can continue, because the wallet or the budget is too small for its next call. */
  z.object({
    kind: z.literal("funds"),
    since: Moment,
    /** The number of paused jobs, and the total that their next calls need. */
    jobs: z.int(),
    amount: Money,
    /** The wallet or the budget: the one with less left. `shortBy` is what it lacks for all of these jobs. */
    limit: z.enum(["wallet", "budget"]),
    shortBy: Money,
  }),
  /** Calls wait for approval; `amount` is the maximum cost of all of them together. */
  z.object({ kind: z.literal("approval"), since: Moment, jobs: z.int(), amount: Money }),
  /** A person paused the stage or some of its jobs. */
  z.object({ kind: z.literal("user"), since: Moment, jobs: z.int() }),
  /** All remaining work waits for a provider that is down or limits the rate; its calls are retried automatically. */
  ProviderWait.extend({ kind: z.literal("provider"), jobs: z.int() }),
  /** The stage failed because of the error of this job. */
  z.object({
    kind: z.literal("failed"),
    since: Moment,
    jobId: JobId,
    label: z.string().nullable(),
    code: z.string(),
    message: z.string(),
  }),
  /** Documents of the stage have open findings, and the session is set to stop at them. */
  z.object({ kind: z.literal("findings"), since: Moment, findings: z.int() }),
]);
export type BlockedBy = z.infer<typeof BlockedBy>;

export const Session = z.object({
  id: SessionId,
  projectId: ProjectId,
  projectName: z.string(),
  /** Null for sessions that were created before domains existed. */
  domain: z.string().nullable(),
  process: z.string(),
  processVersion: z.int(),
  /** The overlays of the domain, the project and the session, as they were when the session was created. */
  overlay: Overlay,
  models: z.array(z.string()),
  leadModel: z.string(),
  auto: z.boolean(),
  /** The chosen output cap per request, in tokens; null if each step takes what it needs, up to the model's own cap. */
  maxOutputTokens: z.int().nullable(),
  /** The maximum number of continuations of a document that was cut off. */
  continuations: z.int(),
  /** The number of proposals per model. */
  proposals: z.int(),
  /** If true, the session continues with the next stage even if a required part of a document is missing. */
  acceptFindings: z.boolean(),
  /** How long calls to a provider that is down or limits the rate are retried before they fail. */
  retryWindow: Duration,
  status: SessionStatus,
  /**
   * Null if the session is running, will continue automatically or has finished, or if its next stage can be started.
   */
  blockedBy: BlockedBy.nullable(),
  currentStage: z.string(),
  iteration: z.int(),
  stages: z.array(StageRun),
  /** The number of model calls in all iterations. */
  calls: z.int(),
  /** The number of requests in all iterations; a call may take several. */
  requests: z.int(),
  /** The number of open findings in the current documents of all stages. */
  findings: z.int(),
  /** The cost charged to the wallet. */
  spent: Money,
  /** Null if the session has no budget. */
  budget: Budget.nullable(),
  /** The quote at the time the session was created; null for sessions that were created before quotes existed. */
  quote: Quote.nullable(),
  /** The quote of each further iteration at the time it started. */
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
      /** The reason the stage failed; null if it did not. */
      error: z.string().nullable(),
    }),
  ),
});

/** A session in a list, without its work, settings and quote. */
export const SessionSummary = SessionState.extend({
  projectId: ProjectId,
  projectName: z.string(),
  projectSlug: z.string(),
  process: z.string(),
  /** The number of calls in all iterations. */
  calls: z.int(),
  /** The cost charged to the wallet. */
  spent: Money,
  createdAt: Moment,
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const NewSession = z.strictObject({
  models: z.array(z.string()).min(1).max(12),
  leadModel: z.string().optional(),
  /** Continue with the next stage without waiting for feedback. */
  auto: z.boolean().default(false),
  process: z.string().optional(),
  /** The overlay of this session. Its sections replace those of the domain and the project. */
  overlay: Overlay.optional(),
  /** Start the first stage immediately. */
  start: z.boolean().default(false),
  /** The output cap per request, in tokens. Default: the model's own cap. */
  maxOutputTokens: TokenCount.min(64).optional(),
  /**
   * The maximum number of continuations of a cut-off document. With 0 the document stays incomplete and gets a finding.
   * Default: the installation's setting.
   */
  continuations: Continuations.optional(),
  /** The number of proposals per model. Default: one. */
  proposals: Proposals.optional(),
  /** Continue with the next stage even if a required part of a document is missing. Otherwise the session stops and waits for a person. */
  acceptFindings: z.boolean().optional(),
  /**
   * How long calls to a provider that is down or limits the rate are retried: 90s, 15m, 2h. Default: the installation's
   * setting.
   */
  retryWindow: Duration.optional(),
  /** The budget. The session pauses when the next call would exceed it. */
  budget: Amount.optional(),
});

const SessionsQuery = z.object({
  ...listQuery({ usual: 50, most: 200 }),
  status: SessionStatus.optional(),
  /** Include archived sessions. */
  archived: z.stringbool().default(true),
});

export type QuotedPrices = Pick<Quote, "low" | "expected" | "high" | "free">;

/** The expected cost of a session with all its iterations, for comparison with the actual cost; null if unknown. */
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

export const sessionsRoutes = {
  createSession: {
    method: "post",
    path: "/api/projects/{projectId}/sessions",
    about: "Creates a session: one run of a process over the project, with its models.",
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
  changeOutputCap: {
    method: "post",
    path: "/api/sessions/{sessionId}/output-cap",
    about:
      "Changes the output cap of a session's later requests, for example before retrying a call whose thinking used up the cap. Null removes it. A model's own cap still applies.",
    params: sessionParams,
    body: z.strictObject({ maxOutputTokens: TokenCount.min(64).nullable() }),
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

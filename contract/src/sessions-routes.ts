import { z } from "zod";
import { Overlay } from "./domains.ts";
import { Duration } from "./durations.ts";
import { TokenCount } from "./models.ts";
import { projectParams, sessionParams } from "./params.ts";
import { NewQuote, Quote } from "./quote.ts";
import { Session } from "./resources.ts";
import { listQuery, pageOf, type Route } from "./route.ts";
import { SessionStatus } from "./statuses.ts";
import { SessionSummary } from "./summaries.ts";
import { Amount, Continuations, Proposals } from "./values.ts";

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
  /** The largest answer asked of a model in one turn, in tokens; the model's own cap when absent. */
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
  /** Archived sessions, too. */
  archived: z.stringbool().default(true),
});

/** Sessions, and what one would cost. */
export const sessionsRoutes = {
  createQuote: {
    method: "post",
    path: "/api/quotes",
    about: "What a process would cost with these models, for a brief or a project. Nothing is kept or started.",
    body: NewQuote,
    response: Quote,
  },
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
    about:
      "Puts a session away on which no work goes on: it can be read, and nothing in it changes until it is restored.",
    params: sessionParams,
    response: Session,
  },
  restoreSession: {
    method: "post",
    path: "/api/sessions/{sessionId}/restore",
    about: "Brings an archived session back as it was.",
    params: sessionParams,
    response: Session,
  },
} as const satisfies Record<string, Route>;

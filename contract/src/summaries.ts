import { z } from "zod";
import { ProjectId, SessionId } from "./ids.ts";
import { SessionStatus } from "./statuses.ts";
import { Moment, Money } from "./values.ts";

/** How far a session has come, as lists show it. */
const SessionStanding = z.object({
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

/** A project in a list: without its brief, which can be long. */
export const ProjectSummary = z.object({
  id: ProjectId,
  name: z.string(),
  slug: z.string(),
  domain: z.string(),
  process: z.string(),
  createdAt: Moment,
  /** The newest session, so that a list of projects can show where each one stands. */
  latestSession: SessionStanding.nullable(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

/** A session in a list: without the work, the settings and the quote that the session itself has. */
export const SessionSummary = SessionStanding.extend({
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

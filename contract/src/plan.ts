import { z } from "zod";
import { DocumentId, ProjectId, SessionId } from "./ids.ts";
import { sessionParams } from "./params.ts";
import type { Route } from "./route.ts";
import { Moment } from "./values.ts";

/** A document of a plan with its current text. */
export const PlanPart = z.object({
  documentId: DocumentId,
  title: z.string(),
  /**
   * The artifact's id; null if the process has no plan artifacts. The plan then consists of the documents of its last
   * stage.
   */
  artifact: z.string().nullable(),
  model: z.string(),
  /** The iteration that wrote the document. Later iterations keep documents that they do not rewrite. */
  iteration: z.int(),
  path: z.string(),
  markdown: z.string(),
});
export type PlanPart = z.infer<typeof PlanPart>;

/** The documents that a person reads first after an iteration: recommendation, work plan, master plan, milestones. */
export const Plan = z.object({
  sessionId: SessionId,
  projectId: ProjectId,
  iteration: z.int(),
  /** Null while the iteration is not finished. */
  completedAt: Moment.nullable(),
  parts: z.array(PlanPart),
  /** All iterations of the session, oldest first. Each finished iteration has a plan. */
  iterations: z.array(z.object({ iteration: z.int(), completedAt: Moment.nullable() })),
});
export type Plan = z.infer<typeof Plan>;

export const planRoutes = {
  getPlan: {
    method: "get",
    path: "/api/sessions/{sessionId}/plan",
    about: "The plan of an iteration of the session. Default: the newest finished iteration.",
    params: sessionParams,
    query: z.object({ iteration: z.coerce.number().int().min(1).optional() }),
    response: Plan,
  },
} as const satisfies Record<string, Route>;

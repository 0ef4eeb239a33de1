import { z } from "zod";
import { ContributionId, DocumentId } from "./ids.ts";
import { numberedParams, sessionParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

/** A question that a document asks the person. */
export const Question = z.object({
  id: z.string(),
  number: z.int(),
  iteration: z.int(),
  stage: z.string(),
  /** The model that asked the question first. */
  model: z.string(),
  /** All models whose documents ask the question now. */
  askedBy: z.array(z.string()),
  contributionId: ContributionId,
  documentId: DocumentId.nullable(),
  text: z.string(),
  decides: z.string(),
  /** The assumption that applies without an answer; empty if the document gives none. */
  otherwise: z.string(),
  /** `assumed`: the stage was submitted without an answer, so the default applies until the question is answered. */
  state: z.enum(["open", "answered", "assumed"]),
  answer: z.string().nullable(),
  answeredAt: Moment.nullable(),
});
export type Question = z.infer<typeof Question>;

/** The questions that documents ask, and the person's answers. */
export const questionsRoutes = {
  getQuestions: {
    method: "get",
    path: "/api/sessions/{sessionId}/questions",
    about: "The questions that the session's documents ask, with answers and defaults.",
    params: sessionParams,
    response: listOf(Question),
  },
  answerQuestion: {
    method: "post",
    path: "/api/sessions/{sessionId}/questions/{number}/answer",
    about: "Answers a question. Stages that start afterwards read the newest answer.",
    params: numberedParams,
    body: z.strictObject({ answer: z.string().trim().min(1).max(20_000) }),
    response: Question,
  },
} as const satisfies Record<string, Route>;

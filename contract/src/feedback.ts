import { z } from "zod";
import { DocumentId, FeedbackId, SessionId } from "./ids.ts";
import { sessionParams, stageParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

/** Feedback is never shortened, so it must leave room for the documents in any model's context window. */
const longestFeedback = 100_000;

/** A person's feedback on a stage or on one of its documents. */
export const Feedback = z.object({
  id: FeedbackId,
  sessionId: SessionId,
  stage: z.string(),
  iteration: z.int(),
  /** Null if the feedback is about the whole stage. */
  documentId: DocumentId.nullable(),
  text: z.string(),
  /** 1 for the first text; each revision adds 1. */
  version: z.int(),
  givenAt: Moment,
});
export type Feedback = z.infer<typeof Feedback>;

export const feedbackRoutes = {
  giveFeedback: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/feedback",
    about:
      "Gives feedback on a stage or one of its documents; later prompts contain it verbatim. An empty text withdraws it.",
    params: stageParams,
    body: z.strictObject({ text: z.string().max(longestFeedback), documentId: DocumentId.optional() }),
    response: Feedback,
  },
  listFeedback: {
    method: "get",
    path: "/api/sessions/{sessionId}/feedback",
    about: "The feedback in a session, oldest first.",
    params: sessionParams,
    query: z.object({ stage: z.string().optional() }),
    response: listOf(Feedback),
  },
} as const satisfies Record<string, Route>;

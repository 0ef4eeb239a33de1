import { z } from "zod";
import { DocumentId, JobId } from "./ids.ts";
import { Job } from "./jobs.ts";
import { documentParams, sessionParams } from "./params.ts";
import { QuotedStage } from "./quotes.ts";
import type { Route } from "./route.ts";

/** The estimated cost of regenerating documents, from the prompts that would be sent now. */
export const RegenerationQuote = QuotedStage.omit({ stage: true }).extend({
  /** Number of documents that would be regenerated. */
  documents: z.int(),
  /** True if all models are free. */
  free: z.boolean(),
});
export type RegenerationQuote = z.infer<typeof RegenerationQuote>;

/** Routes that regenerate documents from their current sources and quote the cost. */
export const regenerationsRoutes = {
  quoteRegeneration: {
    method: "get",
    path: "/api/documents/{documentId}/regeneration-quote",
    about: "The expected cost of regenerating a document now. Nothing is stored or started.",
    params: documentParams,
    response: RegenerationQuote,
  },
  quoteStale: {
    method: "get",
    path: "/api/sessions/{sessionId}/stale-quote",
    about: "The expected cost of regenerating every stale document of a session now. Nothing is stored or started.",
    params: sessionParams,
    response: RegenerationQuote,
  },
  regenerateDocument: {
    method: "post",
    path: "/api/documents/{documentId}/regenerate",
    about: "Regenerates a document from its current sources. A repeated request starts no second regeneration.",
    params: documentParams,
    response: Job,
  },
  regenerateStale: {
    method: "post",
    path: "/api/sessions/{sessionId}/regenerate-stale",
    about: "Regenerates all stale documents of a session, each after its sources.",
    params: sessionParams,
    response: z.object({
      /** Null if nothing is stale. */
      jobId: JobId.nullable(),
      documents: z.array(DocumentId),
    }),
  },
} as const satisfies Record<string, Route>;

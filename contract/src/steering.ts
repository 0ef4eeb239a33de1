import { z } from "zod";
import { Document, DocumentVersion } from "./documents.ts";
import { findingParams } from "./findings.ts";
import { DocumentId, FeedbackId, JobId, SessionId } from "./ids.ts";
import { Job } from "./jobs.ts";
import { documentParams, sessionParams, stageParams } from "./params.ts";
import { QuotedStage } from "./quotes.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

const longest = 2_000_000;
/** Feedback is never shortened, so it must leave space for the documents in the window of any model. */
const longestFeedback = 100_000;

/** What a person said about a stage, or about one document of it. */
export const Feedback = z.object({
  id: FeedbackId,
  sessionId: SessionId,
  stage: z.string(),
  iteration: z.int(),
  /** Null: it speaks of the stage as a whole. */
  documentId: DocumentId.nullable(),
  text: z.string(),
  /** Counts the revisions. */
  version: z.int(),
  givenAt: Moment,
});
export type Feedback = z.infer<typeof Feedback>;

/** What every call of a stage starts from. */
export const SeedPrompt = z.object({
  sessionId: SessionId,
  stage: z.string(),
  iteration: z.int(),
  text: z.string(),
  /** Counts how often it was rebuilt because its sources changed. */
  version: z.int(),
  /** The stage has begun with it: nothing changes it any more. */
  frozen: z.boolean(),
  builtAt: Moment,
});
export type SeedPrompt = z.infer<typeof SeedPrompt>;

/** One thing that is read out of a document, and what a new text did to it. */
export const DerivedChange = z.object({
  kind: z.enum(["artifact", "claim", "verdict", "score", "question", "requirement", "milestone", "work", "card"]),
  change: z.enum(["removed", "changed", "added"]),
  /** An artifact's key, C4, Q2, R-1, M2, W1.1, or the number of a card; null where it has no number. A verdict is named by its claim. */
  id: z.string().nullable(),
  /** Its title or its words. */
  text: z.string(),
  /** What it said before and says now, where that is short: a verdict, a score. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type DerivedChange = z.infer<typeof DerivedChange>;

/** A document after an edit, and what the edit did to all that is read out of it: removed first, then changed, then added. */
export const EditedDocument = Document.extend({
  changes: z.array(DerivedChange),
  /** How many further changes there are that `changes` does not list. */
  changesLeftOut: z.int(),
});
export type EditedDocument = z.infer<typeof EditedDocument>;

/** What regenerating documents would cost, sized from the prompts that would be sent now. */
export const RegenerationQuote = QuotedStage.omit({ stage: true }).extend({
  /** How many documents would be regenerated. */
  documents: z.int(),
  /** None of the models costs anything. */
  free: z.boolean(),
});
export type RegenerationQuote = z.infer<typeof RegenerationQuote>;

/** What a person does between stages, as routes. */
export const steeringRoutes = {
  giveFeedback: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/feedback",
    about:
      "Gives feedback on a stage or one of its documents; later prompts contain it word for word. Empty: withdraws it.",
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
  readSeedPrompt: {
    method: "get",
    path: "/api/sessions/{sessionId}/stages/{stage}/seed",
    about: "The seed prompt of a stage: the current one, or the one the stage started with.",
    params: stageParams,
    response: SeedPrompt,
  },
  editDocument: {
    method: "post",
    path: "/api/documents/{documentId}/edit",
    about:
      "Replaces the text of a document. The next stage reads the new text; all earlier ones are kept. Returns what the new text removed. Rejected with version_conflict if the document has changed in the meantime.",
    params: documentParams,
    body: z.strictObject({
      markdown: z.string().max(longest),
      /** The version that was edited. */
      baseVersion: z.int().min(1),
    }),
    response: EditedDocument,
  },
  readDocumentVersion: {
    method: "get",
    path: "/api/documents/{documentId}/versions/{version}",
    about: "One of a document's texts; version 1 is the model's own.",
    params: documentParams.extend({ version: z.coerce.number().int().min(1) }),
    response: DocumentVersion.extend({ markdown: z.string() }),
  },
  acceptFinding: {
    method: "post",
    path: "/api/documents/{documentId}/findings/{findingId}/accept",
    about: "Accepts a finding of a document: the text stays as it is, and the finding no longer stops the session.",
    params: findingParams,
    response: Document,
  },
  quoteRegeneration: {
    method: "get",
    path: "/api/documents/{documentId}/regeneration-quote",
    about: "What regenerating a document would cost now. Nothing is kept or started.",
    params: documentParams,
    response: RegenerationQuote,
  },
  quoteStale: {
    method: "get",
    path: "/api/sessions/{sessionId}/stale-quote",
    about: "What regenerating every stale document of a session would cost now. Nothing is kept or started.",
    params: sessionParams,
    response: RegenerationQuote,
  },
  regenerateDocument: {
    method: "post",
    path: "/api/documents/{documentId}/regenerate",
    about: "Regenerates a document from its current sources. Requesting it twice is the same as once.",
    params: documentParams,
    response: Job,
  },
  regenerateStale: {
    method: "post",
    path: "/api/sessions/{sessionId}/regenerate-stale",
    about: "Regenerates every stale document, each after its sources, and nothing else.",
    params: sessionParams,
    response: z.object({
      /** Null: nothing is stale. */
      jobId: JobId.nullable(),
      documents: z.array(DocumentId),
    }),
  },
} as const satisfies Record<string, Route>;

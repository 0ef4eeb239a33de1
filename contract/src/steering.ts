import { z } from "zod";
import { findingParams } from "./findings.ts";
import { DocumentId, FeedbackId, JobId, SessionId } from "./ids.ts";
import { documentParams, sessionParams, stageParams } from "./params.ts";
import { QuotedStage } from "./quote.ts";
import { Document, DocumentVersion, Job } from "./resources.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

const longest = 2_000_000;
/** Feedback is never shortened: what is said must leave room for what it speaks of in the window of any model. */
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
  /** Counts how often it was said anew. */
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
  /** Counts how often it was built anew because what it is made of changed. */
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
      "Says something about a stage or one of its documents; later prompts carry it word for word. Empty: takes it back.",
    params: stageParams,
    body: z.strictObject({ text: z.string().max(longestFeedback), documentId: DocumentId.optional() }),
    response: Feedback,
  },
  listFeedback: {
    method: "get",
    path: "/api/sessions/{sessionId}/feedback",
    about: "What people said in a session, oldest first.",
    params: sessionParams,
    query: z.object({ stage: z.string().optional() }),
    response: listOf(Feedback),
  },
  readSeedPrompt: {
    method: "get",
    path: "/api/sessions/{sessionId}/stages/{stage}/seed",
    about: "What the calls of a stage start from: as it stands now, or as the stage began with it.",
    params: stageParams,
    response: SeedPrompt,
  },
  editDocument: {
    method: "post",
    path: "/api/documents/{documentId}/edit",
    about:
      "Gives a document another text, which the next stage reads; every earlier text is kept. Answers what is no longer read out of it. Refused with version_conflict if it changed meanwhile.",
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
    about: "Has a document written anew, from what stands now. Asking twice for the same document is the same as once.",
    params: documentParams,
    response: Job,
  },
  regenerateStale: {
    method: "post",
    path: "/api/sessions/{sessionId}/regenerate-stale",
    about: "Has every stale document written anew, in the order in which they read each other, and nothing else.",
    params: sessionParams,
    response: z.object({
      /** Null: nothing is stale. */
      jobId: JobId.nullable(),
      documents: z.array(DocumentId),
    }),
  },
} as const satisfies Record<string, Route>;

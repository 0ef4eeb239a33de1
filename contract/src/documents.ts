import { z } from "zod";
import { Finding, findingParams } from "./findings.ts";
import { ContributionId, DocumentId, JobId, SessionId } from "./ids.ts";
import { documentParams, sessionParams } from "./params.ts";
import { listQuery, pageOf, type Route } from "./route.ts";
import type { Session } from "./sessions.ts";
import { Moment } from "./values.ts";

export const DocumentSummary = z.object({
  id: DocumentId,
  sessionId: SessionId,
  stage: z.string(),
  iteration: z.int(),
  model: z.string(),
  /** `whole`: what one work order wrote, assembled from its chunks; `artifact`: one named part of it. */
  kind: z.enum(["whole", "artifact"]),
  /** The artifact's id in kebab-case; null for a whole document. */
  artifact: z.string().nullable(),
  title: z.string(),
  path: z.string(),
  intermediate: z.boolean(),
  chunks: z.int(),
  words: z.int(),
  sha256: z.string(),
  contributionId: ContributionId,
  /** 1 is what the model wrote; every edit counts on. */
  version: z.int(),
  /** Something it was made of was edited or regenerated since: what, in one sentence, and which document. */
  stale: z.object({ reason: z.string(), because: DocumentId }).nullable(),
  /** The document that was written for the same piece of work after this one. */
  replacedBy: DocumentId.nullable(),
  /** The job that is regenerating it. */
  regenerating: JobId.nullable(),
  /** What is wrong with it; a part of a document has those that are about it. */
  findings: z.array(Finding),
  createdAt: Moment,
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

/** One of a document's texts: 1 is the model's, the others are people's. */
export const DocumentVersion = z.object({
  version: z.int(),
  /** The model's id, or the person's name. */
  author: z.string(),
  at: Moment,
  words: z.int(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

export const Document = DocumentSummary.extend({
  markdown: z.string(),
  artifacts: z.array(z.object({ key: z.string(), title: z.string(), id: DocumentId.nullable() })),
  sources: z.array(z.object({ contributionId: ContributionId, documentId: DocumentId.nullable(), title: z.string() })),
  versions: z.array(DocumentVersion),
});
export type Document = z.infer<typeof Document>;

/** No later iteration of the session has begun the document's stage again: what it says is what is read. */
export const isInUse = (
  { stage, iteration }: Pick<DocumentSummary, "stage" | "iteration">,
  { stages }: Pick<Session, "stages">,
): boolean => stages.some((one) => one.stage === stage && one.iteration === iteration);

/** The warnings about a document, and whether its references resolve. */
export const DocumentChecks = z.object({
  documentId: DocumentId,
  /** False: its stage is not finished, so it was not checked yet. */
  checked: z.boolean(),
  warnings: z.array(z.string()),
  references: z.object({
    count: z.int(),
    resolved: z.int(),
    /** The share that resolves; 1 if there are none. */
    share: z.number(),
    unresolved: z.array(z.object({ paragraph: z.int(), id: z.string() })),
  }),
});
export type DocumentChecks = z.infer<typeof DocumentChecks>;

/** What was written. */
export const documentsRoutes = {
  listDocuments: {
    method: "get",
    path: "/api/sessions/{sessionId}/documents",
    about:
      "The session's documents, without their texts, in the order they were made. A search looks at titles, models and stages.",
    params: sessionParams,
    query: z.object({
      ...listQuery({ usual: 500, most: 500 }),
      stage: z.string().optional(),
      iteration: z.coerce.number().int().min(1).optional(),
      kind: z.enum(["whole", "artifact"]).optional(),
      /** Those that only went into others (true), or only the rest (false). */
      intermediate: z.stringbool().optional(),
    }),
    response: pageOf(DocumentSummary),
  },
  getDocument: {
    method: "get",
    path: "/api/documents/{documentId}",
    about: "One document with its text, artifacts and sources.",
    params: documentParams,
    response: Document,
  },
  getDocumentChecks: {
    method: "get",
    path: "/api/documents/{documentId}/checks",
    about: "The warnings about a document, and which of its references do not resolve.",
    params: documentParams,
    response: DocumentChecks,
  },
  acceptFinding: {
    method: "post",
    path: "/api/documents/{documentId}/findings/{findingId}/accept",
    about: "Accepts a finding of a document: the text stays as it is, and the finding no longer stops the session.",
    params: findingParams,
    response: Document,
  },
} as const satisfies Record<string, Route>;

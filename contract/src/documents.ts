import { z } from "zod";
import { Finding, findingParams } from "./findings.ts";
import { ContributionId, DocumentId, JobId, ProjectId, SessionId } from "./ids.ts";
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
  /** `whole`: the text of one work order, assembled from its chunks; `artifact`: one named section of that text. */
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
  /** 1 is the model's text; every edit adds 1. */
  version: z.int(),
  /**
   * Set if a source of the document has been edited or regenerated since: the reason in one sentence, and the source
   * document.
   */
  stale: z.object({ reason: z.string(), because: DocumentId }).nullable(),
  /** The newer document that replaces this one, for the same piece of work. */
  replacedBy: DocumentId.nullable(),
  /** The job that is regenerating the document. */
  regenerating: JobId.nullable(),
  /** The document's findings. An artifact has only the findings about itself. */
  findings: z.array(Finding),
  createdAt: Moment,
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

/** One text of a document. Version 1 is the model's; people wrote the later versions. */
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

/** True if the document belongs to the newest run of its stage: no later iteration has started the stage again. */
export const isInUse = (
  { stage, iteration }: Pick<DocumentSummary, "stage" | "iteration">,
  { stages }: Pick<Session, "stages">,
): boolean => stages.some((one) => one.stage === stage && one.iteration === iteration);

/** The warnings about a document, and how many of its references resolve. */
export const DocumentChecks = z.object({
  documentId: DocumentId,
  /** False until the document's stage is finished, because documents are checked when their stage finishes. */
  checked: z.boolean(),
  warnings: z.array(z.string()),
  references: z.object({
    count: z.int(),
    resolved: z.int(),
    /** The share of references that resolve; 1 if there are none. */
    share: z.number(),
    unresolved: z.array(z.object({ paragraph: z.int(), id: z.string() })),
  }),
});
export type DocumentChecks = z.infer<typeof DocumentChecks>;

/** A document's text for readers, and the targets of its references. */
export const LinkedDocument = z.object({
  documentId: DocumentId,
  projectId: ProjectId,
  /** The version of the document that this text belongs to. */
  version: z.int(),
  /** The text, with its claims and questions numbered and each reference in its own brackets: `[C4], [D2]`, not `[C4, D2]`. */
  markdown: z.string(),
  references: z.array(
    z.object({
      /** `C14`, `D2`, `F3`, `Q9` or `R-7`. */
      id: z.string(),
      /** The document that the reference leads to; null for a fact, which belongs to the project. */
      documentId: DocumentId.nullable(),
      /** The text of the claim, question or requirement, the title of the document, or the statement of the fact. */
      text: z.string(),
      /** For a requirement: its heading in the document that the reference leads to. */
      heading: z.string().nullable(),
    }),
  ),
  /** References to ids that do not exist in this session. */
  unresolved: z.array(z.string()),
});
export type LinkedDocument = z.infer<typeof LinkedDocument>;

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
      /**
       * True returns only intermediate documents, which are inputs of other documents; false returns only the others.
       */
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
  getLinkedDocument: {
    method: "get",
    path: "/api/documents/{documentId}/linked",
    about: "A document's text with the numbers of its claims and questions, and the target of every reference in it.",
    params: documentParams,
    response: LinkedDocument,
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

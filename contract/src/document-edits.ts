import { z } from "zod";
import { Document, DocumentVersion } from "./documents.ts";
import { documentParams } from "./params.ts";
import type { Route } from "./route.ts";

const longest = 2_000_000;

/** The change that a new text makes to one item parsed from a document. */
export const DerivedChange = z.object({
  kind: z.enum(["artifact", "claim", "verdict", "score", "question", "requirement", "milestone", "work", "card"]),
  change: z.enum(["removed", "changed", "added"]),
  /** An artifact's key, C4, Q2, R-1, M2, W1.1, or the number of a card; null if the item has no number. A verdict has its claim's number. */
  id: z.string().nullable(),
  /** The title or text of the changed item. */
  text: z.string(),
  /** The old and the new value if they are short, such as a verdict or a score. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type DerivedChange = z.infer<typeof DerivedChange>;

/**
 * A document after an edit, with the changes to the items parsed from it: first the removed, then the changed, then the
 * added ones.
 */
export const EditedDocument = Document.extend({
  changes: z.array(DerivedChange),
  /** The number of further changes that `changes` does not list. */
  changesLeftOut: z.int(),
});
export type EditedDocument = z.infer<typeof EditedDocument>;

/** Routes that edit a document and read its versions. */
export const documentEditsRoutes = {
  editDocument: {
    method: "post",
    path: "/api/documents/{documentId}/edit",
    about:
      "Replaces the text of a document. The next stage reads the new text; all earlier texts are kept. Returns the changes to the items parsed from the document. Rejected with version_conflict if the document has changed in the meantime.",
    params: documentParams,
    body: z.strictObject({
      markdown: z.string().max(longest),
      /** The version that the edit is based on. */
      baseVersion: z.int().min(1),
    }),
    response: EditedDocument,
  },
  readDocumentVersion: {
    method: "get",
    path: "/api/documents/{documentId}/versions/{version}",
    about: "One version of a document. Version 1 is the model's text.",
    params: documentParams.extend({ version: z.coerce.number().int().min(1) }),
    response: DocumentVersion.extend({ markdown: z.string() }),
  },
} as const satisfies Record<string, Route>;

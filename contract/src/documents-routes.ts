import { z } from "zod";
import { documentParams, sessionParams } from "./params.ts";
import { Document, DocumentSummary } from "./resources.ts";
import { listQuery, pageOf, type Route } from "./route.ts";

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
} as const satisfies Record<string, Route>;

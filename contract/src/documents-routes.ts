import { z } from "zod";
import { documentParams, sessionParams } from "./params.ts";
import { Document, DocumentSummary } from "./resources.ts";
import { listOf, type Route } from "./route.ts";

/** What was written. */
export const documentsRoutes = {
  listDocuments: {
    method: "get",
    path: "/api/sessions/{sessionId}/documents",
    about: "The session's documents in the order they were made.",
    params: sessionParams,
    query: z.object({ stage: z.string().optional(), kind: z.enum(["whole", "artifact"]).optional() }),
    response: listOf(DocumentSummary),
  },
  getDocument: {
    method: "get",
    path: "/api/documents/{documentId}",
    about: "One document with its text, artifacts and sources.",
    params: documentParams,
    response: Document,
  },
} as const satisfies Record<string, Route>;

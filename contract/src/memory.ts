import { z } from "zod";
import { DocumentId, ProjectId, SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

/** The kinds of text in memory. */
export const MemoryKind = z.enum(["document", "turn", "file", "text"]);
export type MemoryKind = z.infer<typeof MemoryKind>;

/** The languages with stemming; `simple` indexes words unchanged. */
export const MemoryLanguage = z.enum([
  "simple",
  "arabic",
  "armenian",
  "basque",
  "catalan",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hindi",
  "hungarian",
  "indonesian",
  "irish",
  "italian",
  "lithuanian",
  "nepali",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "serbian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
  "yiddish",
]);
export type MemoryLanguage = z.infer<typeof MemoryLanguage>;

export const NewMemory = z.strictObject({
  /** The source's name, such as `file:notes.md`. Adding the same name again replaces the text. */
  source: z.string().trim().min(1).max(500),
  kind: z.enum(["file", "text"]).default("file"),
  text: z.string().max(20_000_000),
  /** When the text was written. A search can find the text by this date, or by words such as "in May". */
  at: z.iso.datetime({ offset: true }).optional(),
});

export const IndexedMemory = z.object({
  source: z.string(),
  passages: z.int(),
  /** True if the same text was already stored. */
  unchanged: z.boolean(),
  /** How many passages of an earlier text with this name were replaced. */
  replaced: z.int(),
});
export type IndexedMemory = z.infer<typeof IndexedMemory>;

export const MemorySearch = z.strictObject({
  /**
   * If there are several questions, each is searched for separately, and a passage is ranked by the question that it answers
   * best.
   */
  questions: z.array(z.string().trim().min(1).max(8_000)).min(1).max(8),
  project: ProjectId.optional(),
  session: SessionId.optional(),
  document: DocumentId.optional(),
  conversation: z.uuid().optional(),
  source: z.string().optional(),
  kinds: z.array(MemoryKind).min(1).optional(),
  /** `since` is inclusive, `until` exclusive. */
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  limit: z.int().min(1).max(100).default(10),
  /** Removes passages that repeat a better passage, to make room for others. */
  diverse: z.boolean().default(false),
  /** Also searches for passages that state something new or unusual, or that contradict others. */
  around: z.boolean().default(false),
  method: z.enum(["bm25", "window", "vectors", "fusion"]).default("fusion"),
});

/** A search result: its location (offsets in UTF-16 units) and the parts of its score. */
export const MemoryHit = z.object({
  source: z.string(),
  kind: MemoryKind,
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  documentId: DocumentId.nullable(),
  /** The document's title, and its path in the project's tree. */
  title: z.string().nullable(),
  path: z.string().nullable(),
  conversationId: z.uuid().nullable(),
  /** The id of the turn in its conversation; null for other kinds of text. */
  ref: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  start: z.int(),
  end: z.int(),
  /** Context that was indexed with the passage: the headings above it, or the speaker. */
  context: z.string(),
  text: z.string(),
  score: z.number(),
  scores: z.object({ bm25: z.number().nullable(), window: z.number().nullable(), cosine: z.number().nullable() }),
});
export type MemoryHit = z.infer<typeof MemoryHit>;

export const memoryRoutes = {
  indexMemory: {
    method: "post",
    path: "/api/projects/{projectId}/memory",
    about: "Indexes a text of the project. Safe to repeat.",
    params: projectParams,
    body: NewMemory,
    response: IndexedMemory,
  },
  indexProject: {
    method: "post",
    path: "/api/projects/{projectId}/memory/documents",
    about: "Indexes the project's brief and documents, except those that are already indexed.",
    params: projectParams,
    response: listOf(IndexedMemory),
  },
  forgetMemory: {
    method: "post",
    path: "/api/projects/{projectId}/memory/forget",
    about: "Removes a source of the project from memory.",
    params: projectParams,
    body: z.strictObject({ source: z.string() }),
    response: z.object({ source: z.string() }),
  },
  setMemoryLanguage: {
    method: "post",
    path: "/api/projects/{projectId}/memory/language",
    about: "Sets the language of the project's texts. Default: `english`.",
    params: projectParams,
    body: z.strictObject({ language: MemoryLanguage }),
    response: z.object({ language: MemoryLanguage }),
  },
  searchMemory: {
    method: "post",
    path: "/api/memory/search",
    about: "Finds passages by words and by meaning, best first.",
    body: MemorySearch,
    response: listOf(MemoryHit),
  },
} as const satisfies Record<string, Route>;

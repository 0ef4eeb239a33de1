import { z } from "zod";
import { DocumentId, ProjectId, SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

/** What a text in memory is. */
export const MemoryKind = z.enum(["document", "turn", "file", "text"]);
export type MemoryKind = z.infer<typeof MemoryKind>;

/** The languages whose words are reduced to their stems; `simple` takes words as they are. */
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
  /** What it is called, such as `file:notes.md`: the same name again replaces it. */
  source: z.string().trim().min(1).max(500),
  kind: z.enum(["file", "text"]).default("file"),
  text: z.string().max(20_000_000),
  /** When it was written or said: found by words such as "in May", and by dates. */
  at: z.iso.datetime({ offset: true }).optional(),
});

export const IndexedMemory = z.object({
  source: z.string(),
  passages: z.int(),
  /** The same text stood there already. */
  unchanged: z.boolean(),
  /** How many passages of an earlier text of this name it took the place of. */
  replaced: z.int(),
});
export type IndexedMemory = z.infer<typeof IndexedMemory>;

export const MemorySearch = z.strictObject({
  /** Several questions are asked one by one; a passage counts by the one it answers best. */
  questions: z.array(z.string().trim().min(1).max(8_000)).min(1).max(8),
  project: ProjectId.optional(),
  session: SessionId.optional(),
  document: DocumentId.optional(),
  conversation: z.uuid().optional(),
  source: z.string().optional(),
  kinds: z.array(MemoryKind).min(1).optional(),
  /** From this moment on, and before that one. */
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  limit: z.int().min(1).max(100).default(10),
  /** Passages that say the same as a better one make room for others. */
  diverse: z.boolean().default(false),
  /** Also asks what is new or unusual in the matter, and what stands against it. */
  around: z.boolean().default(false),
  method: z.enum(["bm25", "window", "vectors", "fusion"]).default("fusion"),
});

/** A passage that was found: where it stands (offsets in UTF-16 units), and what its score was made of. */
export const MemoryHit = z.object({
  source: z.string(),
  kind: MemoryKind,
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  documentId: DocumentId.nullable(),
  /** What that document is called, and where it stands in its project's tree. */
  title: z.string().nullable(),
  path: z.string().nullable(),
  conversationId: z.uuid().nullable(),
  /** Which turn of a conversation. */
  ref: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  start: z.int(),
  end: z.int(),
  /** What was indexed with it: the headings above it, who spoke. */
  context: z.string(),
  text: z.string(),
  score: z.number(),
  scores: z.object({ bm25: z.number().nullable(), window: z.number().nullable(), cosine: z.number().nullable() }),
});
export type MemoryHit = z.infer<typeof MemoryHit>;

/** What memory holds, and what it finds. */
export const memoryRoutes = {
  indexMemory: {
    method: "post",
    path: "/api/projects/{projectId}/memory",
    about: "Indexes a text of the project. Indexing the same text twice is the same as once.",
    params: projectParams,
    body: NewMemory,
    response: IndexedMemory,
  },
  indexProject: {
    method: "post",
    path: "/api/projects/{projectId}/memory/documents",
    about: "Indexes the project's brief and documents, as far as they are not indexed already.",
    params: projectParams,
    response: listOf(IndexedMemory),
  },
  forgetMemory: {
    method: "post",
    path: "/api/projects/{projectId}/memory/forget",
    about: "Takes a source of the project out of memory.",
    params: projectParams,
    body: z.strictObject({ source: z.string() }),
    response: z.object({ source: z.string() }),
  },
  setMemoryLanguage: {
    method: "post",
    path: "/api/projects/{projectId}/memory/language",
    about: "Says in which language the project's texts are (english, if nothing is said).",
    params: projectParams,
    body: z.strictObject({ language: MemoryLanguage }),
    response: z.object({ language: MemoryLanguage }),
  },
  searchMemory: {
    method: "post",
    path: "/api/memory/search",
    about: "Finds passages by their words and by what they mean, best first.",
    body: MemorySearch,
    response: listOf(MemoryHit),
  },
} as const satisfies Record<string, Route>;

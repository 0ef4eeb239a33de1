import { z } from "zod";
import { IndexedMemory, MemoryHit, MemoryLanguage, MemorySearch, NewMemory } from "./memory.ts";
import { projectParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

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

import { z } from "zod";
import { ProjectId } from "./ids.ts";
import type { Route } from "./route.ts";

export const Noun = z.enum(["project", "session", "document", "job"]);
export type Noun = z.infer<typeof Noun>;

/** A match for a shortened id or a folder name. */
export const NamedThing = z.object({
  id: z.uuid(),
  /** The shortest unique prefix of the id. */
  beginning: z.string(),
  /** The name of the project for a project or session, the title of a document, or the label of a job. */
  name: z.string(),
  projectId: ProjectId.nullable(),
  /** The folder name of the project that the match belongs to. */
  folder: z.string().nullable(),
});
export type NamedThing = z.infer<typeof NamedThing>;

export const namesRoutes = {
  findByName: {
    method: "get",
    path: "/api/names",
    about:
      "What a name may refer to. A name is an id, its first characters (at least 4), its last 8, or a project's folder name. A project's name also refers to its newest session. At most 50 results, newest first.",
    query: z.object({ noun: Noun, name: z.string().min(1).max(200) }),
    response: z.object({ items: z.array(NamedThing) }),
  },
} as const satisfies Record<string, Route>;

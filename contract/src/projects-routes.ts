import { z } from "zod";
import { Overlay } from "./domains.ts";
import { ProjectId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { Project, ProjectFile } from "./resources.ts";
import { listOf, listQuery, pageOf, type Route } from "./route.ts";
import { ProjectSummary } from "./summaries.ts";

export const NewProject = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  /** The request, verbatim. */
  brief: z.string().max(2_000_000),
  /** The file it came from, if any: it names the brief in the project's tree. */
  briefName: z.string().max(200).optional(),
  /** The field it belongs to: its processes, and what it adds to every prompt. `general` when absent. */
  domain: z.string().optional(),
  /** One of the domain's; its default when absent. */
  process: z.string().optional(),
  /** What binds this project beside its request. */
  overlay: Overlay.optional(),
});

/** Projects and their files. */
export const projectsRoutes = {
  listProjects: {
    method: "get",
    path: "/api/projects",
    about: "Your projects, newest first, without their briefs. A search looks at names and folder names.",
    query: z.object(listQuery({ usual: 50, most: 200 })),
    response: pageOf(ProjectSummary),
  },
  createProject: {
    method: "post",
    path: "/api/projects",
    about: "Makes a project from a brief.",
    body: NewProject,
    response: Project,
    creates: true,
  },
  getProject: {
    method: "get",
    path: "/api/projects/{projectId}",
    about: "One project.",
    params: projectParams,
    response: Project,
  },
  deleteProject: {
    method: "post",
    path: "/api/projects/{projectId}/delete",
    about:
      "Deletes a project and all that was made of it; refused while work on it goes on. What it cost stays in the books.",
    params: projectParams,
    response: z.object({ id: ProjectId }),
  },
  listProjectFiles: {
    method: "get",
    path: "/api/projects/{projectId}/files",
    about: "Every file of the project's tree, with hash and size.",
    params: projectParams,
    response: listOf(ProjectFile),
  },
  readProjectFile: {
    method: "get",
    path: "/api/projects/{projectId}/file",
    about: "The text of one file of the project's tree.",
    params: projectParams,
    query: z.object({ path: z.string() }),
    response: ProjectFile.extend({ text: z.string() }),
  },
} as const satisfies Record<string, Route>;

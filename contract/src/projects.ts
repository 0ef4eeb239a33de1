import { z } from "zod";
import { ProjectId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, listQuery, pageOf, type Route } from "./route.ts";
import { SessionState } from "./sessions.ts";
import { Overlay } from "./templates.ts";
import { Moment } from "./values.ts";

/** A project as lists show it: without its brief, which can be long. */
export const ProjectSummary = z.object({
  id: ProjectId,
  name: z.string(),
  slug: z.string(),
  domain: z.string(),
  process: z.string(),
  createdAt: Moment,
  /** The newest session. Lists of projects show its state. */
  latestSession: SessionState.nullable(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const Project = ProjectSummary.extend({
  /** The request, verbatim. */
  brief: z.string(),
  /** Requirements that apply in addition to the brief. */
  overlay: Overlay,
});
export type Project = z.infer<typeof Project>;

export const ProjectFile = z.object({ path: z.string(), sha256: z.string(), bytes: z.int() });
export type ProjectFile = z.infer<typeof ProjectFile>;

export const NewProject = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  /** The request, verbatim. */
  brief: z.string().max(2_000_000),
  /** The name of the file that the brief came from, if any. The brief is named after it in the project's tree. */
  briefName: z.string().max(200).optional(),
  /** The domain: its processes, and its additions to every prompt. Default: `general`. */
  domain: z.string().optional(),
  /** One of the domain's processes. Default: the domain's default process. */
  process: z.string().optional(),
  /** Requirements that apply in addition to the brief. */
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
    about: "Creates a project from a brief.",
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
      "Deletes a project and everything made from it; refused while it has running work. Its costs stay on the account.",
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

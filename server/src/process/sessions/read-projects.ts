import type { Project, ProjectId } from "@dialectic/contract";
import { AppError } from "#platform";
import type { SessionsCtx } from "./ctx.ts";
import * as store from "./project.store.ts";

export async function getProject(ctx: SessionsCtx, input: { projectId: ProjectId }): Promise<Project> {
  const row = await ctx.db.tx((db) => store.findProject(db, input.projectId));
  if (!row)
    throw new AppError("not_found", `There is no project ${input.projectId}.`, { remedies: [{ do: "see-projects" }] });
  return toProject(row);
}

export async function listProjects(
  ctx: SessionsCtx,
  input: { limit: number; before?: ProjectId | undefined },
): Promise<Project[]> {
  const rows = await ctx.db.tx((db) => store.pageOfProjects(db, input));
  return rows.map(toProject);
}

const toProject = ({ created_at, latest, ...row }: store.ProjectRow): Project => ({
  ...row,
  createdAt: created_at.toISOString(),
  latestSession: latest,
});

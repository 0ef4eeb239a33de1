import type { Project, ProjectId, ProjectSummary } from "@dialectic/contract";
import { AppError, type Page, readCursor, readPage } from "#platform";
import type { SessionsCtx } from "../ctx.ts";
import * as store from "./project-list.store.ts";

export async function getProject(ctx: SessionsCtx, input: { projectId: ProjectId }): Promise<Project> {
  const row = await ctx.db.tx((db) => store.findProject(db, input.projectId));
  if (!row)
    throw new AppError("not_found", `There is no project ${input.projectId}.`, { remedies: [{ do: "see-projects" }] });
  const { created_at, latest, ...project } = row;
  return { ...project, createdAt: created_at.toISOString(), latestSession: latest };
}

/** One page of the acting user's projects, newest first. Projects created between two requests do not shift later pages. */
export async function listProjects(
  ctx: Pick<SessionsCtx, "db">,
  { limit, search, after }: { limit: number; search?: string | undefined; after?: string | undefined },
): Promise<Page<ProjectSummary>> {
  const filter = { search, after: readCursor(after) };
  const page = await ctx.db.tx((db) =>
    readPage({
      limit,
      rows: (most) => store.pageOfProjects(db, { ...filter, limit: most }),
      lastExamined: search ? () => store.lastExaminedProject(db, filter) : undefined,
    }),
  );
  return { ...page, items: page.items.map(toSummary) };
}

const toSummary = ({ created_at, latest, ...row }: store.ProjectSummaryRow): ProjectSummary => ({
  ...row,
  createdAt: created_at.toISOString(),
  latestSession: latest,
});

import type { JobId, JobKind, JobStatus, Overlay, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export async function insertProject(
  db: Tx,
  row: {
    id: ProjectId;
    owner_id: UserId;
    name: string;
    slug: string;
    brief: string;
    brief_name: string;
    domain: string;
    process: string;
    overlay: Overlay;
  },
): Promise<void> {
  await db
    .insertInto("projects")
    .values({ ...row, overlay: JSON.stringify(row.overlay) })
    .execute();
}

/**
 * The user's slugs that equal this one or add a number to it, including those of deleted projects whose folders still exist.
 */
export async function slugsLike(db: Tx, slug: string): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug
    from (select slug from projects union all select folder from project_deletions where folder is not null) taken
    where slug = ${slug} or slug ~ ('^' || ${slug} || '-[0-9]+$')`.execute(db);
  return rows.map((row) => row.slug);
}

/** Locks the project, so that none of its stages starts until the transaction ends. */
export async function lockProject(db: Tx, id: ProjectId): Promise<{ name: string; slug: string } | undefined> {
  const { rows } = await sql<{ name: string; slug: string }>`
    select name, slug from projects where id = ${id} for update`.execute(db);
  return rows[0];
}

export type OpenJob = {
  id: JobId;
  kind: JobKind;
  status: JobStatus;
  sessionId: SessionId | null;
  stage: string | null;
};

/** Unfinished jobs: running, waiting or paused. */
export async function openJobs(db: Tx, projectId: ProjectId): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select id, kind, status, session_id as "sessionId", stage
    from jobs
    where project_id = ${projectId} and not job_is_over(status)
    order by id`.execute(db);
  return rows;
}

export async function deleteProject(db: Tx, id: ProjectId): Promise<void> {
  await sql`select delete_project(${id})`.execute(db);
}

/** The remaining folders of deleted projects, except those whose name another project now uses. */
export async function leftFolders(db: Tx): Promise<{ projectId: ProjectId; folder: string }[]> {
  const { rows } = await sql<{ projectId: ProjectId; folder: string }>`
    select project_id as "projectId", folder
    from project_deletions
    where folder is not null and not exists (select from projects p where p.slug = folder)`.execute(db);
  return rows;
}

export async function forgetFolder(db: Tx, projectId: ProjectId): Promise<void> {
  await sql`update project_deletions set folder = null where project_id = ${projectId}`.execute(db);
}

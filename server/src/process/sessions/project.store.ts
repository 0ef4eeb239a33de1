import type {
  JobId,
  JobKind,
  JobStatus,
  Overlay,
  Project,
  ProjectId,
  ProjectSummary,
  SessionId,
  UserId,
} from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { type Cursor, containsWords, cursorAt, examinedRows, lastExamined, place, placeOf, type Tx } from "#platform";
import { stagesOfSession } from "./standing.store.ts";

export type ProjectSummaryRow = Omit<ProjectSummary, "createdAt" | "latestSession"> & {
  created_at: Date;
  latest: ProjectSummary["latestSession"];
};
export type ProjectRow = ProjectSummaryRow & Pick<Project, "brief" | "overlay">;

const summary = sql`
  p.id, p.name, p.slug, p.domain, p.process, p.created_at,
  (select jsonb_build_object(
      'id', s.id,
      'status', s.status,
      'currentStage', s.current_stage,
      'iteration', s.iteration,
      'models', s.models,
      'stages', ${stagesOfSession})
    from sessions s
    where s.project_id = p.id
    order by s.created_at desc, s.id desc
    limit 1) as latest`;

export async function findProject(db: Tx, id: ProjectId): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${summary}, p.brief, p.overlay
    from projects p
    where p.id = ${id}`.execute(db);
  return rows[0];
}

export type ProjectFilter = { search?: string | undefined; after?: Cursor | undefined };

/** In the order of the list: newest first. An index has it for each owner. */
const inOrder = (columns: RawBuilder<unknown>, { after }: ProjectFilter) => sql`
  select ${columns}
  from projects
  ${after ? sql`where ${place} < ${placeOf(after)}` : sql``}
  order by created_at desc, id desc`;

/** The standing is read for the rows of the page alone. */
export async function pageOfProjects(
  db: Tx,
  { limit, ...filter }: ProjectFilter & { limit: number },
): Promise<(ProjectSummaryRow & { cursor: string })[]> {
  const columns = sql`id, name, slug, domain, process, created_at`;
  const found = filter.search
    ? sql`
      select *
      from (${inOrder(columns, filter)} limit ${examinedRows}) examined
      where ${containsWords(sql`concat_ws(' ', name, slug)`, filter.search)}
      order by created_at desc, id desc`
    : inOrder(columns, filter);
  const { rows } = await sql<ProjectSummaryRow & { cursor: string }>`
    select ${summary}, ${cursorAt(sql`p.created_at`, sql`p.id`)} as cursor
    from (${found} limit ${limit}) p
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

export const lastExaminedProject = (db: Tx, filter: ProjectFilter): Promise<string | null> =>
  lastExamined(db, inOrder(sql`${cursorAt(sql`created_at`, sql`id`)} as cursor`, filter));

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

/** Slugs of this user, also of folders still to be removed, that are the wanted one, bare or with a number: a new project takes a free one. */
export async function slugsLike(db: Tx, slug: string): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug
    from (select slug from projects union all select folder from project_deletions where folder is not null) taken
    where slug = ${slug} or slug ~ ('^' || ${slug} || '-[0-9]+$')`.execute(db);
  return rows.map((row) => row.slug);
}

/** Nobody starts anything of it until the transaction ends. */
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

/** What is not over: running, waiting or paused. */
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

/** Folders of deleted projects that are still to be removed; not those whose name another project has by now. */
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

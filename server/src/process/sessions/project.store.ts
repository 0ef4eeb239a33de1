import type {
  JobId,
  JobKind,
  JobStatus,
  Overlay,
  ProjectId,
  SessionId,
  SessionStatus,
  UserId,
} from "@dialectic/contract";
import { sql } from "kysely";
import { combinedType } from "#documents";
import type { Tx } from "#platform";

export type ProjectRow = {
  id: ProjectId;
  name: string;
  slug: string;
  brief: string;
  domain: string;
  process: string;
  overlay: Overlay;
  created_at: Date;
  latest: {
    id: SessionId;
    status: SessionStatus;
    currentStage: string;
    stages: { stage: string; done: number; expected: number; findings: number }[];
  } | null;
};

/** A project with its newest session, and how far each of that session's stages is. */
const projectWithLatest = sql`
  select p.id, p.name, p.slug, p.brief, p.domain, p.process, p.overlay, p.created_at,
    (select jsonb_build_object(
        'id', s.id,
        'status', s.status,
        'currentStage', s.current_stage,
        'stages', (
          select jsonb_agg(jsonb_build_object(
            'stage', o.stage,
            'expected', coalesce(jsonb_array_length(r.expected), 0),
            'done', (
              select count(distinct c.work_key)
              from contributions c
              join documents d on d.contribution_id = c.root_id and d.kind = 'whole'
              where c.session_id = s.id and c.iteration = s.iteration and c.stage = o.stage
                and c.output_type <> ${combinedType}),
            'findings', (
              select count(*)
              from open_findings f
              where f.session_id = s.id and f.iteration = s.iteration and f.stage = o.stage)) order by o.place)
          from stage_order(s.process_template_id) o
          left join stage_runs r on r.session_id = s.id and r.iteration = s.iteration and r.stage = o.stage))
      from sessions s
      where s.project_id = p.id
      order by s.created_at desc, s.id desc
      limit 1) as latest
  from projects p`;

export async function findProject(db: Tx, id: ProjectId): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`${projectWithLatest} where p.id = ${id}`.execute(db);
  return rows[0];
}

export async function pageOfProjects(
  db: Tx,
  input: { limit: number; before?: ProjectId | undefined },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    ${projectWithLatest}
    where ${input.before ?? null}::uuid is null or p.id < ${input.before ?? null}::uuid
    order by p.id desc
    limit ${input.limit}`.execute(db);
  return rows;
}

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

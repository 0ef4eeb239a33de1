import type { ContributionId, ProjectId, SessionId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { fetchBatches, type Tx } from "#platform";

export type TreeFile = { path: string; text: string };

export type ProjectRow = { id: ProjectId; name: string; slug: string; brief: string; brief_name: string };

export async function findProject(db: Tx, id: ProjectId): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select id, name, slug, brief, brief_name from projects where id = ${id}`.execute(db);
  return rows[0];
}

export async function ownersOfContribution(
  db: Tx,
  id: ContributionId,
): Promise<{ projectId: ProjectId; sessionId: SessionId } | undefined> {
  const { rows } = await sql<{ projectId: ProjectId; sessionId: SessionId }>`
    select project_id as "projectId", session_id as "sessionId" from contributions where id = ${id}`.execute(db);
  return rows[0];
}

export async function projectOfSession(db: Tx, id: SessionId): Promise<ProjectId | undefined> {
  const { rows } = await sql<{ project_id: ProjectId }>`select project_id from sessions where id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

export type SeedRow = { session_id: SessionId; iteration: number; stage: string; seed_prompt: string };

/** The seed prompts of stages that have started, and the current seed prompts of those that have not. */
export async function seedPrompts(db: Tx, projectId: ProjectId): Promise<SeedRow[]> {
  const { rows } = await sql<SeedRow>`
    select r.session_id, r.iteration, r.stage, r.seed_prompt
    from stage_runs r
    join sessions s on s.id = r.session_id
    where s.project_id = ${projectId}
    union all
    select *
    from (
      select distinct on (session_id, iteration, stage) session_id, iteration, stage, text
      from seed_prompts
      where project_id = ${projectId}
      order by session_id, iteration, stage, version desc
    ) p
    where not exists (
      select from stage_runs r where (r.session_id, r.iteration, r.stage) = (p.session_id, p.iteration, p.stage))
    order by session_id, iteration, stage`.execute(db);
  return rows;
}

/**
 * Every file that is made from a row: documents in their current version, their earlier versions, the chunks of documents
 * that have several, raw answers, and prompts.
 */
const written = (scope: { documents: RawBuilder<unknown>; contributions: RawBuilder<unknown> }) => sql`
  select path, file as text
  from current_documents
  where ${scope.documents}
  union all
  select v.earlier_path, coalesce(before.file, d.file)
  from document_versions v
  join (select * from documents where ${scope.documents}) d on d.id = v.document_id
  left join document_versions before on before.document_id = v.document_id and before.version = v.version - 1
  where v.earlier_path is not null
  union all
  select path, text
  from contributions c
  where ${scope.contributions}
    and not exists (select from documents d where d.project_id = c.project_id and d.path = c.path)
  union all
  select raw_path, raw
  from contributions
  where ${scope.contributions}
  union all
  select prompt_path, prompt
  from contributions
  where ${scope.contributions}`;

const inProject = (id: ProjectId) =>
  written({ documents: sql`project_id = ${id}`, contributions: sql`project_id = ${id}` });

export async function writtenFiles(db: Tx, projectId: ProjectId): Promise<TreeFile[]> {
  const { rows } = await sql<TreeFile>`${inProject(projectId)}`.execute(db);
  return rows;
}

export type WrittenPlace = { path: string; bytes: number };

/** The paths and lengths of all files made from rows. Their texts stay in the database. */
export async function writtenPlaces(db: Tx, projectId: ProjectId): Promise<WrittenPlace[]> {
  const { rows } = await sql<WrittenPlace>`
    select path, octet_length(text) as bytes
    from (${inProject(projectId)}) files
    order by path collate "C"`.execute(db);
  return rows;
}

/**
 * The files that `writtenPlaces` lists, with their texts and in the same order. `counts` gives the number of files in each
 * batch.
 */
export const writtenInTurn = (db: Tx, projectId: ProjectId, counts: Iterable<number>): AsyncGenerator<TreeFile[]> =>
  fetchBatches(
    db,
    sql<TreeFile>`select path, text from (${inProject(projectId)}) files order by path collate "C"`,
    counts,
  );

export async function findWrittenFile(
  db: Tx,
  input: { projectId: ProjectId; path: string },
): Promise<TreeFile | undefined> {
  const { rows } = await sql<TreeFile>`
    select path, text from (${inProject(input.projectId)}) files where path = ${input.path}`.execute(db);
  return rows[0];
}

export async function filesOfChain(db: Tx, rootId: ContributionId): Promise<TreeFile[]> {
  const scope = { documents: sql`contribution_id = ${rootId}`, contributions: sql`root_id = ${rootId}` };
  const { rows } = await sql<TreeFile>`${written(scope)}`.execute(db);
  return rows;
}

/** The current files of a session's documents and artifacts, without prompts and raw answers. */
export async function currentFiles(db: Tx, sessionId: SessionId): Promise<TreeFile[]> {
  const { rows } = await sql<TreeFile>`
    select path, file as text from current_documents where session_id = ${sessionId} order by path collate "C"`.execute(
    db,
  );
  return rows;
}

/** The session of the document at a path; undefined for other files. */
export async function sessionOfPath(
  db: Tx,
  input: { projectId: ProjectId; path: string },
): Promise<SessionId | undefined> {
  const { rows } = await sql<{ session_id: SessionId }>`
    select session_id from documents where project_id = ${input.projectId} and path = ${input.path}`.execute(db);
  return rows[0]?.session_id;
}

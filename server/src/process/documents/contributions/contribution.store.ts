import type { ContributionId, JobId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** One chunk of a document. Rows never change. */
export type ContributionRow = {
  id: ContributionId;
  owner_id: UserId;
  project_id: ProjectId;
  session_id: SessionId;
  iteration: number;
  stage: string;
  job_id: JobId;
  step_key: string;
  work_key: string;
  model: string;
  output_type: string;
  intermediate: boolean;
  template_version: number;
  root_id: ContributionId;
  chunk: number;
  lineage_id: ContributionId | null;
  n: number;
  /** The number of this proposal among its model's proposals. Null if the model writes only one, and for all other texts. */
  proposal: number | null;
  /** The number of the chunk's document in the session (D4); null in rows from old exports. */
  number: number | null;
  /** Keys of the artifacts that this request asked for again. */
  asked_for: string[];
  text: string;
  prompt: string;
  raw: string;
  finish_reason: string;
  input_tokens: number;
  output_tokens: number;
  tokens_estimated: boolean;
  path: string;
  raw_path: string;
  prompt_path: string;
};

export async function findByJob(db: Tx, jobId: JobId): Promise<ContributionRow | undefined> {
  const { rows } = await sql<ContributionRow>`select * from contributions where job_id = ${jobId}`.execute(db);
  return rows[0];
}

export async function findContribution(db: Tx, id: ContributionId): Promise<ContributionRow | undefined> {
  const { rows } = await sql<ContributionRow>`select * from contributions where id = ${id}`.execute(db);
  return rows[0];
}

/** All chunks of a document, in order. */
export async function chain(db: Tx, rootId: ContributionId): Promise<ContributionRow[]> {
  const { rows } =
    await sql<ContributionRow>`select * from contributions where root_id = ${rootId} order by chunk`.execute(db);
  return rows;
}

export async function chunkIds(db: Tx, rootId: ContributionId): Promise<ContributionId[]> {
  const { rows } = await sql<{ id: ContributionId }>`
    select id from contributions where root_id = ${rootId} order by chunk`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertContribution(db: Tx, row: ContributionRow): Promise<void> {
  await db.insertInto("contributions").values(row).execute();
}

/** Saves sources in their order, each with the version that was read (1 unless `versions` says otherwise). */
export async function insertSources(
  db: Tx,
  row: ContributionRow,
  sources: { ids: readonly ContributionId[]; versions: ReadonlyMap<ContributionId, number> },
): Promise<void> {
  if (sources.ids.length === 0) return;
  const rows = sources.ids.map((source_id, position) => ({
    contribution_id: row.id,
    source_id,
    owner_id: row.owner_id,
    position,
    source_version: sources.versions.get(source_id) ?? 1,
  }));
  await db.insertInto("contribution_sources").values(rows).execute();
}

export async function sourceIdsOf(db: Tx, id: ContributionId): Promise<ContributionId[]> {
  const { rows } = await sql<{ source_id: ContributionId }>`
    select source_id
    from contribution_sources
    where contribution_id = ${id}
    order by position`.execute(db);
  return rows.map((row) => row.source_id);
}

export async function hasType(db: Tx, ids: readonly ContributionId[], type: string): Promise<boolean> {
  const { rows } = await sql`
    select from contributions
    where id = any (${[...ids]}::uuid[]) and output_type = ${type}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The first chunks with the same session, stage, model and type as `row`. A new chunk might get the name of one of them. */
export async function firstChunksLike(
  db: Tx,
  row: Pick<ContributionRow, "session_id" | "iteration" | "stage" | "model" | "output_type">,
): Promise<Pick<ContributionRow, "n" | "raw_path" | "work_key">[]> {
  const { rows } = await sql<Pick<ContributionRow, "n" | "raw_path" | "work_key">>`
    select n, raw_path, work_key
    from contributions
    where session_id = ${row.session_id} and iteration = ${row.iteration} and stage = ${row.stage}
      and model = ${row.model} and output_type = ${row.output_type} and chunk = 0`.execute(db);
  return rows;
}

/** Holds a lock of this name until the transaction ends, so that two concurrent writers do not take the same number. */
export async function lockName(db: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** The next free document number: one above the highest number that a document of the session has or will get. */
export async function nextDocumentNumber(db: Tx, sessionId: SessionId): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select 1 + greatest(
      (select max(number) from contributions where session_id = ${sessionId}),
      (select max((work ->> 'number')::int)
       from stage_runs r
       cross join jsonb_array_elements(r.expected) work
       where r.session_id = ${sessionId}),
      0) as next`.execute(db);
  return rows[0]?.next ?? 1;
}

/** The number of an earlier document for the same work order. */
export async function numberOfWork(
  db: Tx,
  at: Pick<ContributionRow, "session_id" | "iteration" | "stage" | "work_key">,
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select number from contributions
    where session_id = ${at.session_id} and iteration = ${at.iteration} and stage = ${at.stage}
      and work_key = ${at.work_key} and number is not null
    limit 1`.execute(db);
  return rows[0]?.number ?? null;
}

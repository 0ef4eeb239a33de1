import type { Job, JobId, JobKind, JobStatus, ProviderWait, SessionId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import {
  type Cursor,
  containsWords,
  cursorAt,
  examinedRows,
  lastExamined,
  place,
  placeOf,
  singleRow,
  type Tx,
} from "#platform";
import type { NewJob, NextContinuation, OnChildFailure } from "./new-job.ts";
import { selectWaits, toProviderWait } from "./waits.store.ts";

/** JSON is passed as text, because the two drivers convert objects and arrays differently. */
export const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;

/** The columns of a new job, as `insert_job` and related functions read them. */
export function toColumns(job: NewJob | NextContinuation): Record<string, unknown> {
  const entries = Object.entries(job).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`), value]),
  );
}

export const toPolicy = (policy: OnChildFailure): string =>
  typeof policy === "string" ? policy : `quorum(${policy.quorum})`;

export async function insertJob(db: Tx, job: NewJob): Promise<JobId> {
  const { rows } = await sql<{ id: JobId }>`select insert_job(${json(toColumns(job))}) as id`.execute(db);
  return singleRow(rows).id;
}

export async function supersede(db: Tx, input: { jobId: JobId; successor: NewJob }): Promise<JobId> {
  const { rows } = await sql<{
    id: JobId;
  }>`select supersede_job(${input.jobId}, ${json(toColumns(input.successor))}) as id`.execute(db);
  return singleRow(rows).id;
}

export async function excludeModels(
  db: Tx,
  { rootId, models }: { rootId: string; models: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exclude_models(${rootId}, ${[...models]}::text[]) as done`.execute(db);
  return singleRow(rows).done;
}

export const setRetryWindow = (db: Tx, jobId: JobId, ms: number) =>
  sql`update jobs set retry_window_ms = ${Math.round(ms)} where id = ${jobId}`.execute(db);

export const cancel = (db: Tx, jobId: JobId) => sql`select cancel_job(${jobId})`.execute(db);
export const pause = (db: Tx, jobId: JobId) => sql`select pause_job(${jobId}, 'user')`.execute(db);
export const resume = (db: Tx, jobId: JobId) => sql`select resume_job(${jobId})`.execute(db);
export const retry = (db: Tx, jobId: JobId) => sql`select retry_job(${jobId})`.execute(db);

/** A job as other modules read it: the fields of the API, and its position in its tree. */
export type JobRecord = Job & {
  workKey: string | null;
  outputType: string | null;
  depth: number;
  chainId: JobId;
  continuation: number;
  /** The job that continues this one in its chain. */
  continuedBy: JobId | null;
  supersededBy: JobId | null;
  optional: boolean;
  results: unknown;
};

type Row = Omit<JobRecord, "waitsFor" | "runAt" | "createdAt" | "startedAt" | "finishedAt"> & {
  runAt: Date;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

const columns = sql`
  id, kind, status, pause_reason as "pauseReason", project_id as "projectId", session_id as "sessionId", stage, iteration,
  model, step_key as "stepKey", label, parent_id as "parentId", prerequisite_id as "prerequisiteId", attempt,
  max_retries as "maxRetries", current_step as "currentStep", total_steps as "totalSteps", run_at as "runAt", error, errors,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt", work_key as "workKey",
  output_type as "outputType", depth, chain_id as "chainId", continuation, continued_by as "continuedBy",
  superseded_by as "supersededBy", optional, results`;

const toRecord = (row: Row, waits: ReadonlyMap<JobId, ProviderWait>): JobRecord => ({
  ...row,
  waitsFor: waits.get(row.id) ?? null,
  runAt: row.runAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export async function selectJob(db: Tx, jobId: JobId): Promise<JobRecord | undefined> {
  const { rows } = await sql<Row>`select ${columns} from jobs where id = ${jobId}`.execute(db);
  return (await withWaits(db, rows))[0];
}

export async function selectFamily(db: Tx, rootId: JobId): Promise<JobRecord[]> {
  const { rows } = await sql<Row>`select ${columns} from job_family(${rootId})`.execute(db);
  return withWaits(db, rows);
}

async function withWaits<R extends Row>(db: Tx, rows: readonly R[]): Promise<(JobRecord & Omit<R, keyof Row>)[]> {
  const open = rows.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id);
  const waits = open.length === 0 ? [] : await selectWaits(db, { jobs: open });
  const byJob = new Map(waits.map((wait) => [wait.jobId, toProviderWait(wait)]));
  return rows.map((row) => ({ ...row, ...toRecord(row, byJob) }));
}

export type JobFilter = {
  session?: SessionId | undefined;
  kind?: JobKind | undefined;
  status?: JobStatus | undefined;
  /** If false, leaves out background jobs: those that only write files or update the search index. */
  background?: boolean | undefined;
  search?: string | undefined;
  after?: Cursor | undefined;
};

/**
 * Selects jobs newest first, an order that an index provides for each owner and for each session. The query contains
 * only the conditions that are set: one plan for both "all sessions" and "this session" would read the jobs of all
 * sessions.
 */
function inOrder(columns: RawBuilder<unknown>, { session, after }: JobFilter): RawBuilder<unknown> {
  const wanted = [
    sql`depth >= 0`,
    ...(session ? [sql`session_id = ${session}`] : []),
    ...(after ? [sql`${place} < ${placeOf(after)}`] : []),
  ];
  return sql`
    select ${columns}
    from jobs
    where ${sql.join(wanted, sql` and `)}
    order by created_at desc, id desc`;
}

export const isFiltered = ({ kind, status, background = true, search }: JobFilter): boolean =>
  kind !== undefined || status !== undefined || !background || Boolean(search);

export async function selectJobs(
  db: Tx,
  { limit, ...filter }: JobFilter & { limit: number },
): Promise<(JobRecord & { cursor: string })[]> {
  const { kind, status, background = true, search } = filter;
  const wanted = [
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(background ? [] : [sql`kind not in ('render', 'index')`]),
    ...(search
      ? [containsWords(sql`concat_ws(' ', label, kind, model, stage, step_key, error ->> 'message')`, search)]
      : []),
    sql`true`,
  ];
  const { rows } = await sql<Row & { cursor: string }>`
    select ${columns}, ${cursorAt(sql`created_at`, sql`id`)} as cursor
    from (${inOrder(sql`*`, filter)} limit ${isFiltered(filter) ? examinedRows : limit}) examined
    where ${sql.join(wanted, sql` and `)}
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return withWaits(db, rows);
}

export const lastExaminedJob = (db: Tx, filter: JobFilter): Promise<string | null> =>
  lastExamined(db, inOrder(sql`${cursorAt(sql`created_at`, sql`id`)} as cursor`, filter));

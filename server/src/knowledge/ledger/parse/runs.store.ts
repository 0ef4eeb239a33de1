import type { BundleId, FactNoteId, JobId, ParseRunId, ParseStats, ProjectId, UserId } from "@dialectic/contract";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables, Tx } from "#platform";

export type RunRow = Omit<Selectable<Tables["parse_runs"]>, "id" | "bundle_id" | "project_id" | "job_id"> & {
  id: ParseRunId;
  bundle_id: BundleId;
  project_id: ProjectId;
  job_id: JobId | null;
  spend: bigint;
};

/** The cost of the model calls of a run. A call is found by the chain of the run's job. */
export const spendOf = (jobs: RawBuilder<unknown>) => sql`
  coalesce((
    select -sum(e.amount)
    from wallet_transactions t
    join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet'
    where t.chain_id in (${jobs})), 0)::bigint`;

export async function insertRun(
  db: Tx,
  row: Pick<RunRow, "id" | "project_id" | "bundle_id" | "status" | "forced" | "source" | "model" | "job_id"> & {
    owner_id: UserId;
  },
): Promise<void> {
  await db.insertInto("parse_runs").values(row).execute();
}

export async function findRun(db: Tx, id: ParseRunId): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select r.*, ${spendOf(sql`r.job_id`)} as spend from parse_runs r where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The runs of a bundle, oldest first, including those that come from answers to questions about a key. */
export async function runsOf(db: Tx, bundleId: BundleId): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.*, ${spendOf(sql`r.job_id`)} as spend from parse_runs r where r.bundle_id = ${bundleId} order by r.created_at, r.id`.execute(
    db,
  );
  return rows;
}

/**
 * Saves the extractor's answer and what its operations became. If the run has a job, the run's status follows the job.
 */
export async function saveReading(
  db: Tx,
  { id, raw, stats, status }: { id: ParseRunId; raw: string; stats: ParseStats; status?: "succeeded" },
): Promise<void> {
  await sql`
    update parse_runs
    set raw = ${raw}, stats = ${JSON.stringify(stats)}::text::jsonb,
      status = coalesce(${status ?? null}, status),
      finished_at = case when ${status ?? null}::text is null then finished_at else clock_timestamp() end
    where id = ${id}`.execute(db);
}

export type NoteRow = Omit<Selectable<Tables["fact_notes"]>, "id" | "project_id" | "bundle_id" | "parse_run_id"> & {
  id: FactNoteId;
  project_id: ProjectId;
  bundle_id: BundleId;
  parse_run_id: ParseRunId;
};

export type NewNote = {
  id: FactNoteId;
  kind: "refused" | "unmapped";
  reason: string;
  operation: unknown;
  evidence: unknown;
};

export async function insertNotes(
  db: Tx,
  input: { projectId: ProjectId; ownerId: UserId; bundleId: BundleId; runId: ParseRunId; notes: readonly NewNote[] },
): Promise<void> {
  if (input.notes.length === 0) return;
  await sql`
    insert into fact_notes (id, owner_id, project_id, bundle_id, parse_run_id, kind, reason, operation, evidence)
    select id, ${input.ownerId}, ${input.projectId}, ${input.bundleId}, ${input.runId}, kind, reason, operation,
      case when jsonb_typeof(evidence) = 'object' then evidence end
    from jsonb_to_recordset(${JSON.stringify(input.notes)}::text::jsonb)
      as given (id uuid, kind text, reason text, operation jsonb, evidence jsonb)`.execute(db);
}

export async function notesOfBundle(db: Tx, bundleId: BundleId): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.* from fact_notes n where n.bundle_id = ${bundleId} order by n.created_at, n.id`.execute(db);
  return rows;
}

export async function findNote(db: Tx, id: FactNoteId): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`select n.* from fact_notes n where n.id = ${id}`.execute(db);
  return rows[0];
}

/** An unmapped statement is open until it is promoted, that is, until a later fact has its quote. */
const isOpen = sql`n.kind = 'unmapped' and not exists (
  select from facts f
  where f.bundle_id = n.bundle_id and f.parse_run_id = n.parse_run_id and f.created_at > n.created_at
    and f.quote_start = (n.evidence ->> 'start')::int and f.quote_end = (n.evidence ->> 'end')::int)`;

export async function countUnmapped(db: Tx, projectId: ProjectId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fact_notes n where n.project_id = ${projectId} and ${isOpen}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The notes of a project. Unmapped statements are listed only while they are open. */
export async function notesOfProject(
  db: Tx,
  { projectId, kind, limit }: { projectId: ProjectId; kind: "refused" | "unmapped" | null; limit: number },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.* from fact_notes n
    where n.project_id = ${projectId} and (n.kind = 'refused' or ${isOpen}) and (${kind}::text is null or n.kind = ${kind}::text)
    order by n.created_at desc, n.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Saves an extractor's answer that could not be read. A later attempt replaces it. */
export async function keepRaw(db: Tx, { id, raw }: { id: ParseRunId; raw: string }): Promise<void> {
  await db.updateTable("parse_runs").set({ raw }).where("id", "=", id).execute();
}

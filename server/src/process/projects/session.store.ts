import type {
  Overlay,
  ProjectId,
  Quote,
  SessionId,
  SessionStatus,
  StageRunId,
  StageRunStatus,
  UserId,
} from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { PlannedWork } from "#recipes";

export type SessionRow = {
  id: SessionId;
  owner_id: UserId;
  project_id: ProjectId;
  project_name: string;
  brief: string;
  short_id: string;
  process_template_id: string;
  /** Null for a session that was created before domains existed. */
  domain_id: string | null;
  domain: string | null;
  overlay: Overlay;
  models: string[];
  lead_model: string;
  /** True if a person chose the lead model; otherwise the scores decide. */
  lead_chosen: boolean;
  auto: boolean;
  max_output_tokens: number | null;
  /** The maximum number of continuations of a cut-off document; 0 allows none. */
  continuations: number;
  /** The number of proposals per model. */
  proposals: number;
  /** True if open findings do not stop the session. */
  accept_findings: boolean;
  /** How long provider failures are retried; null means that the installation's setting applies. */
  retry_window_ms: number | null;
  status: SessionStatus;
  current_stage: string;
  iteration: number;
  /** Never changes: a trigger rejects updates. */
  quote: Quote | null;
  created_at: Date;
};

export type ExcludedWork = Pick<PlannedWork, "key" | "label" | "model"> & { why: string | null };

/** A stage run without its seed prompt, which contains whole documents and is rarely needed. */
export type StageRunRow = {
  id: StageRunId;
  session_id: SessionId;
  iteration: number;
  stage: string;
  status: StageRunStatus;
  root_job_id: string;
  expected: PlannedWork[];
  /** Expected work that a person excluded from the stage. */
  excluded: ExcludedWork[];
  /** The author behind each label in the prompts of the stage. */
  labels: Record<string, string>;
  submitted_at: Date | null;
  started_at: Date;
  /** The start time, to the microsecond. Later changes are in none of the stage's prompts. */
  began: string;
  finished_at: Date | null;
};

const session = sql`
  select s.*, p.name as project_name, p.brief, (select plain_key(key) from domains d where d.id = s.domain_id) as domain
  from sessions s
  join projects p on p.id = s.project_id`;

export async function findSession(db: Tx, id: SessionId): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${session} where s.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks the session until the transaction ends, so that no other transaction can start or submit a stage in the meantime.
 */
export async function selectSessionForUpdate(db: Tx, id: SessionId): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${session} where s.id = ${id} for no key update of s`.execute(db);
  return rows[0];
}

export async function insertSession(
  db: Tx,
  row: Omit<SessionRow, "project_name" | "brief" | "domain" | "status" | "iteration" | "created_at" | "quote"> & {
    quote: Quote;
  },
): Promise<void> {
  await db
    .insertInto("sessions")
    .values({ ...row, quote: JSON.stringify(row.quote), overlay: JSON.stringify(row.overlay) })
    .execute();
}

export async function moveSession(
  db: Tx,
  id: SessionId,
  to: { status: SessionStatus; current_stage?: string; iteration?: number },
): Promise<void> {
  await db.updateTable("sessions").set(to).where("id", "=", id).execute();
}

export async function setOutputCap(db: Tx, id: SessionId, cap: number | null): Promise<void> {
  await db.updateTable("sessions").set({ max_output_tokens: cap }).where("id", "=", id).execute();
}

/** True if a job of any kind is unfinished, even one that only writes files. */
export async function hasOpenJobs(db: Tx, id: SessionId): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where session_id = ${id} and not job_is_over(status) limit 1`.execute(db);
  return rows.length > 0;
}

export async function markArchived(db: Tx, id: SessionId): Promise<void> {
  await sql`update sessions set status = 'archived', archived_from = status where id = ${id}`.execute(db);
}

export async function markRestored(db: Tx, id: SessionId): Promise<void> {
  await sql`update sessions set status = archived_from, archived_from = null where id = ${id}`.execute(db);
}

const stageRun = sql`
  select r.id, r.session_id, r.iteration, r.stage, r.status, r.root_job_id, r.expected, r.excluded, r.labels, r.submitted_at,
    r.started_at, r.started_at::text as began, r.finished_at
  from stage_runs r`;

export async function stageRunsOf(db: Tx, row: SessionRow): Promise<StageRunRow[]> {
  const { rows } = await sql<StageRunRow>`
    ${stageRun}
    where r.session_id = ${row.id} and r.iteration = ${row.iteration}
    order by r.started_at, r.id`.execute(db);
  return rows;
}

export async function findStageRun(db: Tx, id: StageRunId): Promise<StageRunRow | undefined> {
  const { rows } = await sql<StageRunRow>`${stageRun} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest run of a stage. A later iteration repeats only some stages and reads the others from earlier iterations. */
export async function newestRun(
  db: Tx,
  session: Pick<SessionRow, "id" | "iteration">,
  stage: string,
): Promise<StageRunRow | undefined> {
  const { rows } = await sql<StageRunRow>`
    ${stageRun}
    where r.session_id = ${session.id} and r.stage = ${stage} and r.iteration <= ${session.iteration}
    order by r.iteration desc
    limit 1`.execute(db);
  return rows[0];
}

export async function seedPromptOf(db: Tx, id: StageRunId): Promise<string> {
  const { seed_prompt } = await db
    .selectFrom("stage_runs")
    .select("seed_prompt")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return seed_prompt;
}

/** The failed or cancelled run of this stage in the session's current iteration. */
export async function endedStageRun(
  db: Tx,
  input: { sessionId: SessionId; stage: string },
): Promise<StageRunRow | undefined> {
  const { rows } = await sql<StageRunRow>`
    ${stageRun}
    join sessions s on s.id = r.session_id and s.iteration = r.iteration and s.current_stage = r.stage
    where s.id = ${input.sessionId} and r.stage = ${input.stage} and r.status in ('failed', 'cancelled')`.execute(db);
  return rows[0];
}

export async function insertStageRun(
  db: Tx,
  row: Pick<StageRunRow, "id" | "session_id" | "iteration" | "stage" | "root_job_id" | "expected" | "labels"> & {
    owner_id: UserId;
    seed_prompt: string;
  },
): Promise<void> {
  await db
    .insertInto("stage_runs")
    .values({ ...row, expected: JSON.stringify(row.expected), labels: JSON.stringify(row.labels) })
    .execute();
}

/** Excluded work as `stage/work key`, from the newest run of each stage. */
export async function excludedKeys(db: Tx, session: Pick<SessionRow, "id" | "iteration">): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select r.stage || '/' || (work ->> 'key') as key
    from (
      select distinct on (stage) stage, excluded
      from stage_runs
      where session_id = ${session.id} and iteration <= ${session.iteration}
      order by stage, iteration desc) r
    cross join lateral jsonb_array_elements(r.excluded) work`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Adds entries to the excluded work; existing entries stay. The caller holds the lock of the job tree. */
export async function excludeWork(db: Tx, runId: StageRunId, work: readonly ExcludedWork[]): Promise<void> {
  await sql`
    update stage_runs set excluded = excluded || coalesce((
      select jsonb_agg(one)
      from jsonb_array_elements(${JSON.stringify(work)}::text::jsonb) one
      where not excluded @> jsonb_build_array(jsonb_build_object('key', one -> 'key'))), '[]')
    where id = ${runId}`.execute(db);
}

export async function markSubmitted(db: Tx, id: StageRunId): Promise<void> {
  await sql`update stage_runs set submitted_at = coalesce(submitted_at, now()) where id = ${id}`.execute(db);
}

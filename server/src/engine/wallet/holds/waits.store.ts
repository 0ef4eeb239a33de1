import type { JobId, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { singleRow, type Tx } from "#platform";

/** A job that is paused for lack of funds or approval, and what its next call needs. */
export type PaymentWait = {
  jobId: JobId;
  reason: "funds" | "approval";
  amount: bigint;
  /** The tightest limit, and how much the job still lacks there; null if the job waits for approval. */
  limit: "wallet" | "budget" | null;
  shortBy: bigint | null;
  since: Date;
  label: string;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  stage: string | null;
  model: string | null;
};

type Resumed = { id: JobId };

export async function resumeOwnAffordable(db: Tx): Promise<JobId[]> {
  const { rows } = await sql<Resumed>`select id from resume_affordable() as id`.execute(db);
  return rows.map((row) => row.id);
}

export async function resumeAllAffordable(db: Tx): Promise<JobId[]> {
  const { rows } = await sql<Resumed>`select id from resume_all_affordable() as id`.execute(db);
  return rows.map((row) => row.id);
}

export const upsertApprovalWait = (db: Tx, input: { jobId: JobId; amount: bigint }) =>
  sql`select ask_approval(${input.jobId}, ${input.amount})`.execute(db);

type Outlay = { jobId: JobId | null; chainId: JobId | null; amount: bigint; share: number; upTo: bigint };
export type OutlayRow = { reason: "funds" | "approval"; shortBy: bigint | null };

export async function selectOutlay(db: Tx, outlay: Outlay): Promise<OutlayRow | undefined> {
  const { rows } = await sql<OutlayRow>`
    select reason, short_by as "shortBy"
    from check_outlay(${outlay.jobId}, ${outlay.chainId}, ${outlay.amount}, ${outlay.share}, ${outlay.upTo})`.execute(
    db,
  );
  return rows[0];
}

export async function insertApproval(db: Tx, input: { jobId: JobId; amount: bigint }): Promise<JobId[]> {
  const { rows } = await sql<Resumed>`
    select id from approve_spending(${input.jobId}, ${input.amount}) as id`.execute(db);
  return rows.map((row) => row.id);
}

export async function hasApproval(db: Tx, input: { chainId: JobId; amount: bigint }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from wallet_approvals
      where owner_id = acting_user() and chain_id = ${input.chainId} and amount >= ${input.amount}) as found`.execute(
    db,
  );
  return singleRow(rows).found;
}

export async function selectWaits(
  db: Tx,
  { session = null }: { session?: SessionId | null | undefined },
): Promise<PaymentWait[]> {
  const { rows } = await sql<PaymentWait>`
    select w.job_id as "jobId", w.reason, w.amount, w.since, coalesce(j.label, j.kind) as label,
      j.project_id as "projectId", j.session_id as "sessionId", j.stage, j.model,
      case when w.reason = 'funds' then case when (room.budget).subject_id is null then 'wallet' else 'budget' end end as "limit",
      case when w.reason = 'funds' then greatest(w.amount - room.room, 0) end as "shortBy"
    from wallet_payment_waits w
    join jobs j on j.id = w.job_id and j.status = 'paused' and j.pause_reason = w.reason
    join wallet_accounts a on a.owner_id = w.owner_id and a.kind = 'wallet'
    cross join lateral room_for(a, j.session_id, w.exchange_id) room
    where ${session}::uuid is null or j.session_id = ${session}::uuid
    order by w.since, w.job_id`.execute(db);
  return rows;
}

/** The amount that the job's chain asks approval for; undefined if it does not wait for approval. */
export async function selectWantedApproval(db: Tx, jobId: JobId): Promise<bigint | undefined> {
  const { rows } = await sql<{ amount: bigint }>`
    select w.amount
    from chain_end(${jobId}) j
    join wallet_payment_waits w on w.job_id = j.id and w.reason = 'approval'
    where j.status = 'paused' and j.pause_reason = 'approval'`.execute(db);
  return rows[0]?.amount;
}

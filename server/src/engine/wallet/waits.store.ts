import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import { only } from "./only.ts";

/** A job that rests because money or leave is missing, and what its next step needs. */
export type PaymentWait = { jobId: JobId; reason: "funds" | "approval"; amount: bigint; since: Date };

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

export async function insertApproval(db: Tx, input: { jobId: JobId; amount: bigint }): Promise<JobId[]> {
  const { rows } = await sql<Resumed>`
    select id from approve_spending(${input.jobId}, ${input.amount}) as id`.execute(db);
  return rows.map((row) => row.id);
}

export async function hasApproval(db: Tx, input: { chainId: JobId; amount: bigint }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from approvals
      where owner_id = acting_user() and chain_id = ${input.chainId} and amount >= ${input.amount}) as found`.execute(
    db,
  );
  return only(rows).found;
}

export async function selectWaits(db: Tx): Promise<PaymentWait[]> {
  const { rows } = await sql<PaymentWait>`
    select w.job_id as "jobId", w.reason, w.amount, w.since
    from payment_waits w
    join jobs on jobs.id = w.job_id and jobs.status = 'paused' and jobs.pause_reason = w.reason
    order by w.since, w.job_id`.execute(db);
  return rows;
}

import type { JobId, JobKind } from "@dialectic/contract";
import { CompiledQuery, sql } from "kysely";
import { singleRow, type Tx } from "#platform";
import { json } from "../jobs.store.ts";
import type { HeldJob } from "../kinds.ts";

/** A lease of a job: valid until it expires or another worker leases the job under a higher fence. */
export type Lease = { id: JobId; fence: bigint };

const columns = sql`
  id, owner_id as "ownerId", kind, fence, payload, resumes_as as "leasedAs", project_id as "projectId",
  session_id as "sessionId", stage, iteration, model, step_key as "stepKey", output_type as "outputType",
  template_version as "templateVersion", target_contribution as "targetContribution", label, work_key as "workKey",
  parent_id as "parentId", prerequisite_id as "prerequisiteId", chain_id as "chainId", continuation,
  current_step as "currentStep", total_steps as "totalSteps", attempt, max_retries as "maxRetries",
  outage_tries as "outageTries", retry_window_ms as "retryWindowMs"`;

const asArray = (kinds: JobKind[]) => sql`${`{${kinds.join(",")}}`}::text::text[]`;

export async function leaseJobs(
  db: Tx,
  input: {
    worker: string;
    kinds: JobKind[];
    max: number;
    leaseMs: number;
    build?: string | undefined;
    /** If true, only jobs whose model this worker has reported as callable are leased. */
    judges?: boolean;
  },
): Promise<HeldJob[]> {
  const { rows } = await sql<HeldJob>`
    select ${columns}
    from lease_jobs(${input.worker}, ${asArray(input.kinds)}, ${input.max}, ${input.leaseMs}, ${input.build ?? null}::text,
      ${input.judges ?? false})`.execute(db);
  return rows;
}

/**
 * Milliseconds until a due job that waits for a rate limit may call its model; infinity if no job waits, null if no limits
 * are set.
 */
export async function nextRateMs(db: Tx, kinds: JobKind[]): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`select next_rate_ms(${asArray(kinds)}) as ms`.execute(db);
  return singleRow(rows).ms;
}

/** The leases as JSON. A fence is a string of digits, because JSON numbers lose precision above 2^53. */
const asRows = (leases: readonly Lease[]) => leases.map(({ id, fence }) => ({ id, fence: fence.toString() }));
/** The leases as the SQL functions take them. */
export const toLeases = (leases: readonly Lease[]) => json(asRows(leases));

type Held = { worker: string; leases: readonly Lease[]; leaseMs: number };
type Renewal = { renewed: JobId[]; lost: JobId[]; cancelled: JobId[] };
export type RenewalRow = { [Key in keyof Renewal]: JobId[] | null };

const renewalSql = `
  select to_jsonb(renewed) as renewed, to_jsonb(lost) as lost, to_jsonb(cancelled) as cancelled
  from renew_leases($1, $2::text::jsonb, $3)`;

/**
 * Renews the leases that are still held, including expired ones whose job no other worker has taken. A new statement is
 * built for every renewal. It bypasses the query builder, which would take ten times as long.
 */
export const renewal = ({ worker, leases, leaseMs }: Held): CompiledQuery<RenewalRow> =>
  CompiledQuery.raw(renewalSql, [worker, JSON.stringify(asRows(leases)), leaseMs]) as CompiledQuery<RenewalRow>;

/** The leases in the parameters of a renewal. */
export const renewedLeases = ([, leases]: readonly unknown[]): Lease[] =>
  (JSON.parse(String(leases)) as ReturnType<typeof asRows>).map(({ id, fence }) => ({ id, fence: BigInt(fence) }));

export function toRenewal(rows: readonly RenewalRow[]): Renewal {
  const { renewed, lost, cancelled } = singleRow(rows);
  return { renewed: renewed ?? [], lost: lost ?? [], cancelled: cancelled ?? [] };
}

export const renewLeases = async (db: Tx, held: Held): Promise<Renewal> =>
  toRenewal((await db.executeQuery(renewal(held))).rows);

/**
 * Hands back jobs that are leased to this worker but missing from `leases`, because the database leased them but its reply
 * was lost. Returns how many.
 */
export async function returnUnknownLeases(
  db: Tx,
  { worker, leases }: { worker: string; leases: readonly Lease[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select return_unknown_leases(${worker}, ${toLeases(leases)}) as count`.execute(db);
  return singleRow(rows).count;
}

/** The fenced lock: throws `lease_lost` unless the lease still holds. No other worker can take the job until the commit. */
export const lockJob = (db: Tx, lease: Lease) => sql`select from lock_job(${lease.id}, ${lease.fence})`.execute(db);
/** Like `lockJob`, but locks the job's ancestors first. Begins the transaction that ends an attempt. */
export const lockAttempt = (db: Tx, lease: Lease) =>
  sql`select from lock_attempt(${lease.id}, ${lease.fence})`.execute(db);

export async function isHeld(db: Tx, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    select from jobs
    where id = ${lease.id} and fence = ${lease.fence} and status = 'processing' and lease_expires_at > clock_timestamp()`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * False during an outage of the database and for a while afterwards, when an expired lease does not prove that its worker is
 * gone.
 */
export async function areLeasesTrusted(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ trusted: boolean }>`select leases_are_trusted() as trusted`.execute(db);
  return singleRow(rows).trusted;
}

/** Fails, cancels or pauses one job whose worker is gone and that must not simply run again; null if there is none. */
export async function sweepJob(db: Tx): Promise<JobId | null> {
  const { rows } = await sql<{ id: JobId | null }>`select sweep_jobs() as id`.execute(db);
  return singleRow(rows).id;
}

/** Ends every lease and every slot now. Correct only while no other process can have the database open. */
export async function endAllLeases(db: Tx): Promise<void> {
  await sql`update jobs set lease_expires_at = clock_timestamp() where lease_expires_at > clock_timestamp()`.execute(
    db,
  );
  await sql`update concurrency_slots set expires_at = clock_timestamp() where expires_at > clock_timestamp()`.execute(
    db,
  );
  await sql`update worker_pulse set beat_at = '-infinity', quiet_until = '-infinity'`.execute(db);
}

import type { Enrichment, JobId, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Refusal } from "./judge-additions.ts";

export type EnrichmentRow = {
  job_id: JobId;
  project_id: ProjectId;
  model: string;
  status: Enrichment["status"];
  raw: string | null;
  added: number;
  refused: Refusal[];
  spend: bigint;
  created_at: Date;
};

const select = sql`
  select n.job_id, n.project_id, n.model, n.raw, n.added, n.refused, n.created_at,
    case
      when j.status = 'completed' then 'succeeded'
      when job_is_over(j.status) then 'failed'
      when j.status = 'processing' then 'running'
      else 'queued' end as status,
    coalesce((
      select -sum(e.amount)
      from wallet_transactions t
      join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet'
      where t.chain_id = n.job_id), 0)::bigint as spend
  from enrichments n
  join jobs j on j.id = n.job_id`;

export async function findEnrichment(db: Tx, jobId: JobId): Promise<EnrichmentRow | undefined> {
  const { rows } = await sql<EnrichmentRow>`${select} where n.job_id = ${jobId}`.execute(db);
  return rows[0];
}

/** The enrichments of a project, newest first. */
export async function enrichmentsOf(db: Tx, projectId: ProjectId): Promise<EnrichmentRow[]> {
  const { rows } = await sql<EnrichmentRow>`
    ${select} where n.project_id = ${projectId} order by n.created_at desc, n.job_id desc limit 100`.execute(db);
  return rows;
}

export async function insertEnrichment(
  db: Tx,
  row: { jobId: JobId; projectId: ProjectId; ownerId: UserId; model: string },
): Promise<void> {
  await sql`
    insert into enrichments (job_id, project_id, owner_id, model)
    values (${row.jobId}, ${row.projectId}, ${row.ownerId}, ${row.model})`.execute(db);
}

export async function saveEnrichment(
  db: Tx,
  { jobId, raw, added, refused }: { jobId: JobId; raw: string; added: number; refused: readonly Refusal[] },
): Promise<void> {
  await sql`
    update enrichments set raw = ${raw}, added = ${added}, refused = ${JSON.stringify(refused)}::text::jsonb
    where job_id = ${jobId}`.execute(db);
}

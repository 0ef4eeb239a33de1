import type { ContributionId, JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { combinedType } from "#documents";
import type { Tx } from "#platform";
import type { StageWork } from "../stages/load-stage-work.ts";

export type ToCombine = { id: ContributionId; stage: string; work_key: string; lineage_id: ContributionId | null };

/** The sources of a combining call without their texts. */
export async function selectToCombine(db: Tx, ids: readonly ContributionId[]): Promise<ToCombine[]> {
  const { rows } = await sql<ToCombine>`
    select id, stage, work_key, lineage_id
    from contributions
    where id = any (${[...ids]}::uuid[])
    order by stage collate "C", work_key collate "C", id`.execute(db);
  return rows;
}

/** The newest combined text with this work key, if it was made from exactly these versions of the sources. */
export async function findCombined(
  db: Tx,
  { session, stage }: StageWork,
  wanted: { workKey: string; sources: ReadonlyMap<ContributionId, number> },
): Promise<ContributionId | null> {
  const made = [...wanted.sources].map(([id, version]) => `${id}@${version}`).sort();
  const { rows } = await sql<{ id: ContributionId }>`
    select c.id
    from contributions c
    join documents d on d.contribution_id = c.id and d.kind = 'whole'
    where c.session_id = ${session.id} and c.iteration = ${session.iteration} and c.stage = ${stage.key}
      and c.work_key = ${wanted.workKey} and c.output_type = ${combinedType}
      and ${made}::text[] = array(
        select o.source_id || '@' || o.source_version from combined_origins(c.id) o
        order by (o.source_id || '@' || o.source_version) collate "C")
    order by c.created_at desc, c.id desc
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** True if the work with this key has ended, including its continuations. */
export async function isDone(db: Tx, idempotencyKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs
    where owner_id = acting_user() and idempotency_key = ${idempotencyKey}
      and status not in ('failed', 'cancelled', 'superseded') and (chain_end(id)).status = 'completed'`.execute(db);
  return rows.length > 0;
}

/**
 * The results of one step of a combining job, in order: the texts that its child jobs wrote, and the documents passed on
 * unchanged.
 */
export async function resultsOfStep(db: Tx, job: { id: JobId; step: number }): Promise<ContributionId[]> {
  const { rows } = await sql<{ id: ContributionId }>`
    with children as (
      select child.id, child.payload
      from jobs child
      where child.parent_id = ${job.id} and child.parent_step = ${job.step} and child.kind = 'combine' and child.continuation = 0
    )
    select c.id, (child.payload ->> 'place')::int as place
    from children child
    join contributions c on c.job_id = child.id and c.chunk = 0
    union
    select (passed ->> 'id')::uuid, (passed ->> 'place')::int
    from children child
    cross join jsonb_array_elements(child.payload -> 'passed') passed
    order by place`.execute(db);
  return rows.map((row) => row.id);
}

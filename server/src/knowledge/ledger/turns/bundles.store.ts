import type { BundleId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { type Selectable, sql } from "kysely";
import type { Tables, Tx } from "#platform";
import type { SectionIndex } from "../bundle/sections.ts";
import { spendOf } from "../parse/runs.store.ts";

export type BundleRow = Omit<Selectable<Tables["turn_bundles"]>, "id" | "project_id" | "session_id" | "sections"> & {
  id: BundleId;
  project_id: ProjectId;
  session_id: SessionId | null;
  sections: SectionIndex[];
};

export async function findBundle(db: Tx, id: BundleId): Promise<BundleRow | undefined> {
  const { rows } = await sql<BundleRow>`select b.* from turn_bundles b where b.id = ${id}`.execute(db);
  return rows[0];
}

export async function findTurn(
  db: Tx,
  { projectId, turnKey }: { projectId: ProjectId; turnKey: string },
): Promise<Pick<BundleRow, "id" | "content_sha256"> | undefined> {
  const { rows } = await sql<Pick<BundleRow, "id" | "content_sha256">>`
    select id, content_sha256 from turn_bundles where project_id = ${projectId} and turn_key = ${turnKey}`.execute(db);
  return rows[0];
}

/** True if a bundle of several answers contains this answer. */
export async function isInBundle(db: Tx, { projectId, id }: { projectId: ProjectId; id: string }): Promise<boolean> {
  const { rows } = await sql`
    select from turn_bundles
    where project_id = ${projectId} and source_ids @> array[${id}::text] and turn_key <> 'answer:' || ${id}::text`.execute(
    db,
  );
  return rows.length > 0;
}

export async function insertBundle(
  db: Tx,
  row: Omit<BundleRow, "created_at" | "owner_id"> & { owner_id: UserId },
): Promise<void> {
  await sql`
    insert into turn_bundles (id, owner_id, project_id, session_id, turn_key, content_sha256, source_type, source_ids,
      work_stage, scope, item_ids, uncertain_items, text, sha256, sections, taken_at)
    values (${row.id}, ${row.owner_id}, ${row.project_id}, ${row.session_id}, ${row.turn_key}, ${row.content_sha256},
      ${row.source_type}, ${row.source_ids}, ${row.work_stage}, ${row.scope}, ${row.item_ids}, ${row.uncertain_items}, ${row.text}, ${row.sha256},
      ${JSON.stringify(row.sections)}::text::jsonb, ${row.taken_at})`.execute(db);
}

export type BundleListRow = Omit<BundleRow, "text" | "sections"> & { status: string | null; spend: bigint };

/**
 * Bundles, newest first, with the status of their newest run and the cost of reading them. `before` is the last bundle
 * of the previous page.
 */
export async function bundlesOf(
  db: Tx,
  { projectId, before, limit }: { projectId: ProjectId; before: BundleId | null; limit: number },
): Promise<BundleListRow[]> {
  const { rows } = await sql<BundleListRow>`
    select b.id, b.project_id, b.session_id, b.owner_id, b.turn_key, b.content_sha256, b.source_type, b.source_ids, b.work_stage,
      b.scope, b.item_ids, b.uncertain_items, b.sha256, b.taken_at, b.created_at,
      (select r.status from parse_runs r
       where r.bundle_id = b.id and r.source <> 'bound'
       order by r.created_at desc, r.id desc
       limit 1) as status,
      ${spendOf(sql`select r.job_id from parse_runs r where r.bundle_id = b.id`)} as spend
    from turn_bundles b
    where b.project_id = ${projectId}
      and (${before}::uuid is null
        or (b.created_at, b.id) < (select x.created_at, x.id from turn_bundles x where x.id = ${before}::uuid))
    order by b.created_at desc, b.id desc
    limit ${limit}`.execute(db);
  return rows;
}

import type { BlockEntry, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type BlockPlace = { projectId: ProjectId; subject: string; block: string };
export type BlockRow = {
  subject: string;
  block: string;
  revision: bigint;
  updated_at: Date | null;
  updated_by: string | null;
};

/**
 * The blocks of a project, each with the time and author of its last change. The block's revision is the number of that
 * change.
 */
export async function blocksOf(db: Tx, projectId: ProjectId): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select b.subject, b.block, b.revision, coalesce(e.at, r.added_at, c.at) as updated_at,
      coalesce(e.by, r.by, case when c.seq is not null then 'user' end) as updated_by
    from knowledge_blocks b
    left join fact_events e on e.project_id = b.project_id and e.seq = b.revision
    left join ledger_records r on r.project_id = b.project_id and r.seq = b.revision
    left join ledger_record_events c on c.project_id = b.project_id and c.seq = b.revision
    where b.project_id = ${projectId}
    order by b.subject collate "C" <> 'project', b.subject collate "C", b.block collate "C"`.execute(db);
  return rows;
}

export type EntryRow = { subject: string; block: string; entry: BlockEntry };

export async function entriesOf(db: Tx, projectId: ProjectId): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select subject, block, entry from block_entries
    where project_id = ${projectId}
    order by subject collate "C", block collate "C", key collate "C", number`.execute(db);
  return rows;
}

/**
 * The stored lines that have one of these keys or one of these numbers. For a list key, the caller passes the numbers of
 * the changed lines instead of the key, so that the rest of the list is not read.
 */
export async function entriesOfKeys(
  db: Tx,
  { projectId, subject, block, keys, numbers }: BlockPlace & { keys: readonly string[]; numbers: readonly number[] },
): Promise<BlockEntry[]> {
  const { rows } = await sql<{ entry: BlockEntry }>`
    select entry from block_entries
    where project_id = ${projectId} and subject = ${subject} and block = ${block} and key = any (${keys}::text[])
    union all
    select entry from block_entries
    where project_id = ${projectId} and subject = ${subject} and block = ${block} and number = any (${numbers}::int[])`.execute(
    db,
  );
  return rows.map(({ entry }) => entry);
}

/** Raises the revision of a block, creating the block if needed. Does nothing if the given revision is not higher. */
export async function raiseRevision(
  db: Tx,
  { projectId, subject, block, ownerId, revision }: BlockPlace & { ownerId: UserId; revision: bigint },
): Promise<void> {
  await sql`
    insert into knowledge_blocks (project_id, subject, block, owner_id, revision)
    values (${projectId}, ${subject}, ${block}, ${ownerId}, ${revision})
    on conflict (project_id, subject, block) do update set revision = excluded.revision
      where knowledge_blocks.revision < excluded.revision`.execute(db);
}

export async function setEntries(
  db: Tx,
  { projectId, subject, block, ownerId, entries }: BlockPlace & { ownerId: UserId; entries: readonly BlockEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into block_entries (project_id, subject, block, key, number, owner_id, entry)
    select ${projectId}, ${subject}, ${block}, one ->> 'key', (one ->> 'number')::int, ${ownerId}, one
    from jsonb_array_elements(${JSON.stringify(entries)}::text::jsonb) one
    on conflict (project_id, subject, block, key, number) do update set entry = excluded.entry`.execute(db);
}

export async function removeEntries(
  db: Tx,
  { projectId, subject, block, keys, numbers }: BlockPlace & { keys: readonly string[]; numbers: readonly number[] },
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`
    delete from block_entries
    where project_id = ${projectId} and subject = ${subject} and block = ${block}
      and key = any (${keys}::text[]) and number = any (${numbers}::int[])`.execute(db);
}

export async function deleteBlocks(db: Tx, projectId: ProjectId): Promise<void> {
  await sql`delete from knowledge_blocks where project_id = ${projectId}`.execute(db);
}

export async function revisionOf(db: Tx, { projectId, subject, block }: BlockPlace): Promise<number> {
  const { rows } = await sql<{ revision: bigint }>`
    select revision from knowledge_blocks
    where project_id = ${projectId} and subject = ${subject} and block = ${block}`.execute(db);
  return Number(rows[0]?.revision ?? 0n);
}

/** For rebuilding: the newest event of each key and subject, from the whole history. */
export async function newestEvents(
  db: Tx,
  projectId: ProjectId,
): Promise<{ key: string; itemId: string | null; seq: bigint }[]> {
  const { rows } = await sql<{ key: string; itemId: string | null; seq: bigint }>`
    select f.key, f.item_id as "itemId", max(e.seq) as seq
    from facts f
    join fact_events e on e.fact_id = f.id
    where f.project_id = ${projectId}
    group by f.key, f.item_id`.execute(db);
  return rows;
}

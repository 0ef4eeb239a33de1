import type { LedgerRecord, LedgerRecordId, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type NewRecord = Pick<LedgerRecord, "id" | "kind" | "block" | "itemId" | "key" | "text" | "severity" | "model">;
export type RecordChange = { act: "resolve" | "reopen" | "remove"; reason: string };
export type RecordRow = {
  id: LedgerRecordId;
  project_id: ProjectId;
  kind: LedgerRecord["kind"];
  block: string;
  item_id: string | null;
  key: string | null;
  text: string;
  severity: "hard" | "soft" | null;
  by: "user" | "model";
  model: string | null;
  added_at: Date;
  /** The newest change to the record; null if there was none. */
  last_act: RecordChange["act"] | null;
};
type Touched = { block: string; itemId: string | null; seq: bigint };

const columns = sql`
  r.id, r.project_id, r.kind, r.block, r.item_id, r.key, r.text, r.severity, r.by, r.model, r.added_at,
  (select e.act from ledger_record_events e where e.record_id = r.id order by e.seq desc limit 1) as last_act`;

/** The records of a project that were not removed, oldest first. */
export async function recordsOf(db: Tx, projectId: ProjectId): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select * from (select ${columns}, r.seq from ledger_records r where r.project_id = ${projectId}) r
    where last_act is distinct from 'remove'
    order by seq`.execute(db);
  return rows;
}

export async function findRecord(db: Tx, id: LedgerRecordId): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`select ${columns} from ledger_records r where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Adds records and record events; their numbers begin at `after` + 1. Returns the blocks that they touched. */
export async function write(
  db: Tx,
  input: {
    projectId: ProjectId;
    ownerId: UserId;
    after: bigint;
    added: readonly NewRecord[];
    changed: readonly { record: Pick<RecordRow, "id" | "block" | "item_id">; how: RecordChange }[];
  },
): Promise<Touched[]> {
  const { projectId, ownerId, added, changed } = input;
  let seq = input.after;
  const touched: Touched[] = [];
  for (const { id, kind, block, itemId, key, text, severity, model } of added) {
    seq += 1n;
    await sql`
      insert into ledger_records (id, owner_id, project_id, seq, kind, block, item_id, key, text, severity, by, model)
      values (${id}, ${ownerId}, ${projectId}, ${seq}, ${kind}, ${block}, ${itemId}, ${key}, ${text}, ${severity},
        ${model === null ? "user" : "model"}, ${model})`.execute(db);
    touched.push({ block, itemId, seq });
  }
  for (const { record, how } of changed) {
    seq += 1n;
    await sql`
      insert into ledger_record_events (project_id, seq, owner_id, record_id, act, reason)
      values (${projectId}, ${seq}, ${ownerId}, ${record.id}, ${how.act}, ${how.reason})`.execute(db);
    touched.push({ block: record.block, itemId: record.item_id, seq });
  }
  return touched;
}

/** For rebuilding: for each block, the number of its newest record or record event, from the whole history. */
export async function newestOfBlocks(db: Tx, projectId: ProjectId): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    select r.block, r.item_id as "itemId", max(greatest(r.seq, e.seq)) as seq
    from ledger_records r
    left join ledger_record_events e on e.record_id = r.id
    where r.project_id = ${projectId}
    group by r.block, r.item_id`.execute(db);
  return rows;
}

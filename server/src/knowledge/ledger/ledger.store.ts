import type { ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type LedgerRow = {
  project_id: ProjectId;
  owner_id: UserId;
  last_number: number;
  revision: bigint;
  /** The model that currently reads the project's turns; null if there is none. */
  extractor: string | null;
  settings: ExtractorSettings;
  domain: string;
};

/** The model ("auto", "off" or an id), whether "auto" may choose a rehearsal model, and whether documents are read. */
export type ExtractorSettings = { extractor: string; rehearsal: boolean; documents: boolean };

const settings = sql`jsonb_build_object('extractor', coalesce(l.extractor, 'auto'),
  'rehearsal', coalesce(l.rehearsal, false), 'documents', coalesce(l.documents, false))`;

/**
 * Locks the ledger of a project, and creates it on first use. Locks the project's sessions first, in the order of their
 * ids. A starting stage also locks its session, so every fact accepted before the stage starts is committed by then.
 */
export async function lockLedger(db: Tx, projectId: ProjectId): Promise<LedgerRow | undefined> {
  await sql`select id from sessions where project_id = ${projectId} order by id for no key update`.execute(db);
  await sql`
    insert into ledgers (project_id, owner_id)
    select id, owner_id from projects where id = ${projectId}
    on conflict (project_id) do nothing`.execute(db);
  const { rows } = await sql<LedgerRow>`
    select l.project_id, l.owner_id, l.last_number, l.revision, extractor_of(p.id) as extractor, ${settings} as settings, p.domain
    from ledgers l
    join projects p on p.id = l.project_id
    where l.project_id = ${projectId}
    for no key update of l`.execute(db);
  return rows[0];
}

/** Reads the ledger without a lock. If the project has no ledger yet, returns the values of an empty one. */
export async function findLedger(db: Tx, projectId: ProjectId): Promise<LedgerRow | undefined> {
  const { rows } = await sql<LedgerRow>`
    select p.id as project_id, p.owner_id, coalesce(l.last_number, 0) as last_number, coalesce(l.revision, 0) as revision,
      extractor_of(p.id) as extractor, ${settings} as settings, p.domain
    from projects p
    left join ledgers l on l.project_id = p.id
    where p.id = ${projectId}`.execute(db);
  return rows[0];
}

/** An item in `fact_subjects`, the ledger's copy of item names. */
export type Subject = { id: string; name: string; isLive: boolean };

/** The items of a project that facts may be about. */
export async function subjectsOf(db: Tx, projectId: ProjectId): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select item_id as id, name, is_live as "isLive" from fact_subjects
    where project_id = ${projectId}
    order by name, item_id`.execute(db);
  return rows;
}

/** The items with these ids that belong to the project. */
export async function subjectsById(
  db: Tx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select item_id as id, name, is_live as "isLive" from fact_subjects
    where item_id = any (${ids}::uuid[]) and project_id = ${projectId}`.execute(db);
  return rows;
}

export async function advanceLedger(
  db: Tx,
  { projectId, lastNumber, revision }: { projectId: ProjectId; lastNumber: number; revision: bigint },
): Promise<void> {
  await db
    .updateTable("ledgers")
    .set({ last_number: lastNumber, revision })
    .where("project_id", "=", projectId)
    .execute();
}

export async function saveSettings(db: Tx, projectId: ProjectId, settings: ExtractorSettings): Promise<void> {
  await db.updateTable("ledgers").set(settings).where("project_id", "=", projectId).execute();
}

/** The keys that people added to the project, oldest first. */
export async function ownKeys(db: Tx, projectId: ProjectId): Promise<unknown[]> {
  const rows = await db
    .selectFrom("fact_keys")
    .select("definition")
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("key")
    .execute();
  return rows.map(({ definition }) => definition);
}

export async function insertKey(
  db: Tx,
  row: { projectId: ProjectId; ownerId: UserId; key: string; definition: unknown },
): Promise<void> {
  await sql`
    insert into fact_keys (project_id, owner_id, key, definition)
    values (${row.projectId}, ${row.ownerId}, ${row.key}, ${JSON.stringify(row.definition)}::text::jsonb)`.execute(db);
}

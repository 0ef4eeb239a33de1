import type { EmbeddingEntry, ModelEntry } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type OwnModelRow = { id: string; entry: unknown; updatedAt: Date };

export async function listOwnModels(db: Tx): Promise<OwnModelRow[]> {
  const { rows } = await sql<OwnModelRow>`
    select id, entry, updated_at as "updatedAt"
    from own_models
    order by id
  `.execute(db);
  return rows;
}

export async function putOwnModel(db: Tx, row: { ownerId: string; entry: ModelEntry | EmbeddingEntry }): Promise<void> {
  await sql`
    insert into own_models (owner_id, id, entry)
    values (${row.ownerId}, ${row.entry.id}, ${JSON.stringify(row.entry)}::jsonb)
    on conflict (owner_id, id) do update
    set entry = excluded.entry, updated_at = now()
  `.execute(db);
}

/** Returns whether the row existed. */
export async function deleteOwnModel(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from own_models where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

import type { ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export async function keepExport(
  db: Tx,
  row: { projectId: ProjectId; ownerId: UserId; sha256: string; bytes: number },
): Promise<void> {
  await sql`
    insert into kept_exports (project_id, owner_id, sha256, bytes)
    values (${row.projectId}, ${row.ownerId}, ${row.sha256}, ${row.bytes})
    on conflict (project_id) do update
      set sha256 = excluded.sha256, bytes = excluded.bytes, kept_at = now()`.execute(db);
}

export async function findKept(db: Tx, projectId: ProjectId): Promise<string | undefined> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from kept_exports where project_id = ${projectId}`.execute(db);
  return rows[0]?.sha256;
}

/** Checks the blobs of all users, because maintenance has no acting user. */
export async function blobsInUse(db: Tx, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from blobs_in_use(${[...hashes]}::text[]) as sha256`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

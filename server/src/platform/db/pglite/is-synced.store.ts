import { sql } from "kysely";
import type { Tx } from "../database.ts";

/** True if commits are on the disk before they are acknowledged, according to the database's own settings (the same on both engines). */
export async function isSynced(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ synced: boolean }>`
    select current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as synced`.execute(db);
  return rows[0]?.synced ?? false;
}

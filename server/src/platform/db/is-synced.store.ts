import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** Whether a commit is on the disk before it is acknowledged, by what the database itself says; both engines have these settings. */
export async function isSynced(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ synced: boolean }>`
    select current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as synced`.execute(db);
  return rows[0]?.synced ?? false;
}

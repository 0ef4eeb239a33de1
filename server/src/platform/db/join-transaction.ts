import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx, UserDb } from "./database.ts";
import { fromDatabase, isRepeatable } from "./database-error.ts";

/**
 * A user's database inside a transaction that is already open: nested transactions become savepoints, and each is rolled back on
 * its own if it fails. For callers that have to commit their own rows together with those of another operation.
 */
export function joinTransaction(db: Tx, userId: UserId): UserDb {
  let parts = 0;
  return {
    userId,
    async tx(body, options) {
      parts += 1;
      const name = sql.id(`part_${parts}`);
      await sql`savepoint ${name}`.execute(db);
      try {
        const result = await body(db);
        for (const last of options?.beforeCommit?.(db) ?? []) await db.executeQuery(last);
        await sql`release savepoint ${name}`.execute(db);
        return result;
      } catch (error) {
        if (isRepeatable(error)) throw error; // the outer transaction is retried as a whole
        await sql`rollback to savepoint ${name}`.execute(db);
        throw fromDatabase(error);
      }
    },
  };
}

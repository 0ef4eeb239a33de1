import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx, UserDb } from "./database.ts";
import { fromDatabase, isRepeatable } from "./database-error.ts";

/**
 * The database of a user inside a transaction that is open already: what would be transactions of their own become
 * parts of it, each undone by itself when it fails. For a caller that has to commit something together with what
 * others do.
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
        if (isRepeatable(error)) throw error; // the whole is begun again
        await sql`rollback to savepoint ${name}`.execute(db);
        throw fromDatabase(error);
      }
    },
  };
}

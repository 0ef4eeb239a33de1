import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Tx, TxOptions, UserDb } from "./database.ts";
import { fromDatabase, isRepeatable } from "./database-error.ts";

/**
 * A user's database inside a transaction that is already open: a nested transaction becomes a savepoint and is rolled
 * back alone if it fails. For callers that have to commit their own rows together with the rows of another operation.
 *
 * Nested transactions that start at the same time run one after the other: releasing a savepoint also releases the
 * savepoints that were set after it.
 */
export function joinTransaction(db: Tx, userId: UserId): UserDb {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  let previous: Promise<unknown> = Promise.resolve();
  return {
    userId,
    async tx(body, options) {
      // The inner transaction would wait forever for the transaction that it runs in.
      if (inside.getStore()?.open) {
        throw new AppError("internal", "Another transaction inside a nested transaction is forbidden.", {
          retry: false,
        });
      }
      const scope = { open: true };
      const result = previous
        .then(() => inside.run(scope, () => runInSavepoint(db, body, options)))
        .finally(() => {
          scope.open = false;
        });
      previous = result.catch(() => undefined);
      return result;
    },
  };
}

async function runInSavepoint<T>(db: Tx, body: (db: Tx) => Promise<T>, options?: TxOptions): Promise<T> {
  await sql`savepoint nested`.execute(db);
  try {
    const result = await body(db);
    for (const last of options?.beforeCommit?.(db) ?? []) await db.executeQuery(last);
    await sql`release savepoint nested`.execute(db);
    return result;
  } catch (error) {
    if (isRepeatable(error)) throw error; // the outer transaction is retried as a whole
    await sql`rollback to savepoint nested`.execute(db);
    throw fromDatabase(error);
  }
}

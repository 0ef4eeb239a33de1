import { join } from "node:path";
import { sql } from "kysely";
import { createDatabase, createPgliteEngine, type Database } from "#platform";
import { keepCompiled } from "#test";
import { auditWallets, sweepHolds } from "#wallet";

export type Books = {
  sessionId: string | null;
  /** The number of calls for which money is still held. */
  held: number;
  /** The number of contributions by paid models. */
  saved: number;
  charges: number;
  /** The number of different calls to which the charges belong. */
  charged: number;
  losses: number;
  /** The number of jobs that wrote more than one contribution or have not ended. */
  wrong: number;
};

const books = sql<Books>`
  select (select max(id::text) from sessions) as "sessionId",
    (select count(*)::int from wallet_holds where state = 'held') as held,
    (select count(*)::int from contributions where model like 'priced/%') as saved,
    (select count(*)::int from wallet_transactions where kind = 'charge') as charges,
    (select count(distinct call_key)::int from wallet_transactions where kind = 'charge') as charged,
    (select count(*)::int from wallet_transactions where kind = 'loss') as losses,
    (select count(*)::int from (select from contributions group by job_id having count(*) > 1) as twice)
      + (select count(*)::int from jobs
        where kind in ('plan', 'combine', 'execute', 'render') and not job_is_over(status)) as wrong`;

export async function readBooks(database: Database): Promise<Books> {
  const { rows } = await database.asOwner((db) => books.execute(db));
  const [found] = rows;
  if (!found) throw new Error("The books are empty.");
  return found;
}

/** The books after a sweep of expired holds, with the number of discrepancies found by an audit. */
export async function closeBooks(database: Database): Promise<Books & { discrepancies: number }> {
  await sweepHolds(database);
  const discrepancies = await database.asOwner((db) => auditWallets(db));
  return { ...(await readBooks(database)), discrepancies: discrepancies.length };
}

/** Opens a data folder that no process has open, to read it. */
export async function inFolder<T>(dataDir: string, look: (database: Database) => Promise<T>): Promise<T> {
  await keepCompiled(); // compiled only once, because a data folder is opened after every kill
  const database = createDatabase(await createPgliteEngine(join(dataDir, "database")));
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

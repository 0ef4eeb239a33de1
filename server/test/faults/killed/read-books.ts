import { join } from "node:path";
import { sql } from "kysely";
import { createDatabase, createPgliteEngine, type Database } from "#platform";
import { keepCompiled } from "#test";
import { auditWallets, sweepHolds } from "#wallet";

export type Books = {
  sessionId: string | null;
  /** Money held by calls that have not ended. */
  held: number;
  /** Contributions of paid models. */
  saved: number;
  charges: number;
  /** The number of distinct calls that the charges belong to. */
  charged: number;
  losses: number;
  /** Jobs that wrote more than one contribution, and jobs that have not ended. */
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

/** The books after expired holds were swept, with the discrepancies that an audit finds. */
export async function closeBooks(database: Database): Promise<Books & { discrepancies: number }> {
  await sweepHolds(database);
  const discrepancies = await database.asOwner((db) => auditWallets(db));
  return { ...(await readBooks(database)), discrepancies: discrepancies.length };
}

/** Reads a data folder that no process has open. */
export async function inFolder<T>(dataDir: string, look: (database: Database) => Promise<T>): Promise<T> {
  await keepCompiled(); // read after every kill
  const database = createDatabase(await createPgliteEngine(join(dataDir, "database")));
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Yields the rows of one query in portions; `counts` gives the size of each. Ends when the rows or the counts run out.
 * The query runs once (a page with an offset would sort all rows again each time), and only one portion is in memory.
 */
export async function* fetchBatches<T>(db: Tx, query: RawBuilder<T>, counts: Iterable<number>): AsyncGenerator<T[]> {
  const cursor = sql.ref(`portions-${randomUUID()}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db);
  for (const count of counts) {
    const { rows } = await sql<T>`fetch ${sql.lit(count)} from ${cursor}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < count) break;
  }
  await sql`close ${cursor}`.execute(db);
}

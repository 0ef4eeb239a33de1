import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#platform";

/** Adds an application name to the URL, by which PostgreSQL identifies the connections of one process. */
export const namedUrl = (url: string, name: string): string => `${url}?application_name=${name}`;

/**
 * Resolves when PostgreSQL has noticed that a process ended. Until then, statements that the process sent may still be
 * committed.
 */
export async function untilForgotten(database: Database, name: string): Promise<void> {
  const connected = sql`
    select from pg_stat_activity where datname = current_database() and application_name = ${name}`;
  while ((await database.asOwner((db) => connected.execute(db))).rows.length > 0) await wait(10);
}

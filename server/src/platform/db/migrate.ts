import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Database } from "./database.ts";
import { readSchema } from "./schema-sources.ts";

/** The newest migration that this program knows. The schema sources are the first migration; 1.0 will add others. */
const newestMigration = 1;

/**
 * Tells whether the database has this program's schema (`current`) or none (`empty`). Throws if another build made the
 * database, because until 1.0 the schema is edited in place, and only the build that made a database can use it.
 */
export async function schemaState(database: Database): Promise<"current" | "empty"> {
  const rows = await database.asOwner(async (db) => {
    const { rows: tables } = await sql<{
      found: boolean;
    }>`select to_regclass('public.migrations') is not null as found`.execute(db);
    if (!tables[0]?.found) return [];
    return (await sql<{ number: number; sha256: string }>`select number, sha256 from migrations`.execute(db)).rows;
  });
  if (rows.length === 0) return "empty";
  const { sha256 } = readSchema();
  if (rows.length === newestMigration && rows.every((row) => row.sha256 === sha256)) return "current";
  throw new AppError(
    "database_other_build",
    "The database was made by another build of Dialectic. To keep its projects, export them with that build and import the files with this one.",
    { remedies: [{ do: "export-with-old-build" }, { do: "import-with-this-build" }] },
  );
}

/** Builds the schema in an empty database, in one transaction. Returns false if the database already has it. */
export async function migrate(database: Database): Promise<boolean> {
  if ((await schemaState(database)) === "current") return false;
  const { sources, sha256 } = readSchema();
  return database.asOwner(async (db, script) => {
    await sql`select pg_advisory_xact_lock(7163000)`.execute(db);
    const { rows } = await sql<{
      found: boolean;
    }>`select to_regclass('public.migrations') is not null as found`.execute(db);
    if (rows[0]?.found) return false; // another process was first
    // A function may refer to one that is defined further down.
    await sql`set local check_function_bodies = off`.execute(db);
    await script(sources.map(({ body }) => body).join("\n"));
    await sql`call enforce_triggers()`.execute(db);
    await sql`insert into migrations (number, name, sha256) values (${newestMigration}, 'schema', ${sha256})`.execute(
      db,
    );
    return true;
  });
}

import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { AppError } from "../errors.ts";
import { sha256 } from "../hash.ts";
import type { Database } from "./database.ts";

export type Migration = { number: number; name: string; body: string; sha256: string };

const fileName = /^\d{4}_[a-z-]+\.sql$/;
const folder = new URL("../../../migrations/", import.meta.url);

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      // Passed over in silence, it would be missed only by whoever needs its tables.
      if (!fileName.test(file)) throw new Error(`The migration ${file} is not named like 0001_some-words.sql.`);
      const body = readFileSync(new URL(file, folder), "utf8");
      return { number: Number(file.slice(0, 4)), name: file.slice(5, -4), body, sha256: sha256(body) };
    });
}

/** The number of the newest migration this program brings: the build of its schema. */
export const newestMigration = (): number => readMigrations().at(-1)?.number ?? 0;

/** What the database says it has, against what this program brings. */
export async function migrationState(database: Database): Promise<{ applied: Migration[]; missing: Migration[] }> {
  const known = readMigrations();
  const rows = await database.asOwner(async (db) => {
    const { rows: exists } = await sql<{
      found: boolean;
    }>`select to_regclass('public.migrations') is not null as found`.execute(db);
    if (!exists[0]?.found) return [];
    return (
      await sql<{ number: number; sha256: string }>`select number, sha256 from migrations order by number`.execute(db)
    ).rows;
  });
  const newest = rows.at(-1)?.number ?? 0;
  if (newest > (known.at(-1)?.number ?? 0)) {
    throw new AppError(
      "database_newer",
      `The database was made by a newer Dialectic (its migration ${newest} is unknown here). Update this program, or use another data folder.`,
    );
  }
  for (const row of rows) {
    const own = known.find((migration) => migration.number === row.number);
    if (own?.sha256 !== row.sha256) {
      throw new AppError(
        "database_newer",
        `Migration ${row.number} of the database differs from this program's. They come from different versions; use the one that made it.`,
      );
    }
  }
  // By number, not by the newest: one that comes late, from work done side by side, must run, too.
  const has = new Set(rows.map((row) => row.number));
  return { applied: known.filter((one) => has.has(one.number)), missing: known.filter((one) => !has.has(one.number)) };
}

/** Brings the database up to date: each migration in a transaction of its own, one migrator at a time. `begin` hears how many there are, if any. */
export async function migrate(
  database: Database,
  begin: (count: number) => void = () => undefined,
): Promise<Migration[]> {
  const { missing } = await migrationState(database);
  if (missing.length > 0) begin(missing.length);
  const done: Migration[] = [];
  for (const migration of missing) {
    const ran = await database.asOwner(async (db, script) => {
      await sql`select pg_advisory_xact_lock(7163000)`.execute(db);
      await sql`create table if not exists migrations (
        number int primary key,
        name text not null,
        sha256 text not null,
        applied_at timestamptz not null default now())`.execute(db);
      const { rows } = await sql`select from migrations where number = ${migration.number}`.execute(db);
      if (rows.length > 0) return false; // another migrator was first
      await script(migration.body);
      await sql`insert into migrations (number, name, sha256) values (${migration.number}, ${migration.name}, ${migration.sha256})`.execute(
        db,
      );
      return true;
    });
    if (ran) done.push(migration);
  }
  return done;
}

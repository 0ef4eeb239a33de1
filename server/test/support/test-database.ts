import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, createFromTemplate, createPgliteEngine, createPostgresEngine, type Database } from "#platform";
import { keepCompiled } from "./keep-compiled.ts";
import { addressOf, administer, createMigrated } from "./server-template.ts";

export type EngineName = "pglite" | "postgres";
export type TestDatabase = AsyncDisposable & {
  engine: EngineName;
  database: Database;
  /** The server's URL, for connections opened by hand or by other processes; null for PGlite. */
  url: string | null;
};

const serverUrl = process.env.DIALECTIC_TEST_DATABASE_URL;

export const engines: EngineName[] = serverUrl ? ["pglite", "postgres"] : ["pglite"];

/**
 * Creates a new migrated database, which is dropped when it is disposed of: `await using t = await
 * testDatabase("postgres")`.
 */
export async function testDatabase(engine: EngineName): Promise<TestDatabase> {
  return engine === "pglite" ? embedded() : onServer();
}

async function embedded(): Promise<TestDatabase> {
  await keepCompiled();
  const dir = mkdtempSync(join(tmpdir(), "dialectic-test-"));
  const unsynced = { sync: false }; // faster; tests create hundreds of these databases and never cut their power
  await createFromTemplate(join(dir, "database"), unsynced);
  const database = createDatabase(await createPgliteEngine(join(dir, "database"), unsynced));
  return {
    engine: "pglite",
    database,
    url: null,
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function onServer(): Promise<TestDatabase> {
  if (!serverUrl) throw new Error("DIALECTIC_TEST_DATABASE_URL is not set: no PostgreSQL server to test on.");
  const name = `dialectic_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await createMigrated(name);
  const url = addressOf(name);
  const database = createDatabase(createPostgresEngine(url));
  return {
    engine: "postgres",
    database,
    url,
    async [Symbol.asyncDispose]() {
      await database.close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

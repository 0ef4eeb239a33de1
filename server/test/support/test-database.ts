import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  createDatabase,
  createFromTemplate,
  createPgliteEngine,
  createPostgresEngine,
  type Database,
  migrate,
} from "#platform";

export type EngineName = "pglite" | "postgres";
export type TestDatabase = AsyncDisposable & {
  engine: EngineName;
  database: Database;
  /** The server's address, to open sessions by hand or in other processes; null for PGlite. */
  url: string | null;
};

const serverUrl = process.env.DIALECTIC_TEST_DATABASE_URL;

export const engines: EngineName[] = serverUrl ? ["pglite", "postgres"] : ["pglite"];

/** A migrated database of its own, gone when disposed: `await using t = await testDatabase("postgres")`. */
export async function testDatabase(engine: EngineName): Promise<TestDatabase> {
  return engine === "pglite" ? embedded() : onServer();
}

async function embedded(): Promise<TestDatabase> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-test-"));
  await createFromTemplate(join(dir, "database"));
  const database = createDatabase(await createPgliteEngine(join(dir, "database")));
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
  await administer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = createDatabase(createPostgresEngine(url.href));
  await migrate(database);
  return {
    engine: "postgres",
    database,
    url: url.href,
    async [Symbol.asyncDispose]() {
      await database.close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

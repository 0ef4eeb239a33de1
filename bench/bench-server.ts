import { randomUUID } from "node:crypto";
import pg from "pg";
import { ensurePostgres } from "../scripts/provision/postgres.ts";
import { proveServer } from "../scripts/provision/prove-server.ts";

/** A new, empty database. Disposing it drops the database, even if connections to it are still open. */
export type FreshDatabase = AsyncDisposable & {
  url: string;
  /** Runs a query that returns a single boolean. */
  ask(question: string): Promise<boolean>;
  /** Updates statistics and forces a checkpoint, so that earlier writes do not slow the measurement. */
  settle(): Promise<void>;
};

export type BenchServer = AsyncDisposable & {
  version: string;
  freshDatabase(): Promise<FreshDatabase>;
};

/**
 * Connects to the PostgreSQL server that DATABASE_URL names, or starts one if the variable is not set. All contenders share
 * the server. Pass `durable: false` only when measuring reads.
 */
export async function openBenchServer({ durable = true } = {}): Promise<BenchServer> {
  const server = await findServer(durable);
  try {
    if (durable) await refuseLossyServer(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    version: server.version,
    freshDatabase: () => createFreshDatabase(server.url),
    [Symbol.asyncDispose]: server.stop,
  };
}

async function findServer(durable: boolean): Promise<{ url: string; version: string; stop(): Promise<void> }> {
  const url = process.env["DATABASE_URL"];
  if (url) return { url, version: await provedVersion(url), stop: async () => undefined };
  const server = await ensurePostgres({ durable });
  if ("skipped" in server) throw new Error(server.skipped);
  return server;
}

async function provedVersion(url: string): Promise<string> {
  try {
    return (await proveServer(url)).version;
  } catch (error) {
    throw new Error("The server that DATABASE_URL names cannot be used for benchmarks.", { cause: error });
  }
}

/**
 * Rejects a PostgreSQL server that does not sync its commits to disk. Such a server is faster than a production server, so
 * its figures would mislead.
 */
async function refuseLossyServer(url: string): Promise<void> {
  await using connection = await connect(url);
  for (const setting of ["fsync", "synchronous_commit"]) {
    const { rows } = await connection.client.query("select current_setting($1) as value", [setting]);
    if (rows[0]?.value === "off")
      throw new Error(`PostgreSQL runs with ${setting} = off, so the figures would mislead. Turn the setting on.`);
  }
}

async function createFreshDatabase(serverUrl: string): Promise<FreshDatabase> {
  const name = `dialectic_bench_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string) => {
    await using connection = await connect(serverUrl);
    await connection.client.query(statement);
  };
  await administer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const connection = await connect(url.href);
  return {
    url: url.href,
    async ask(question) {
      const { rows } = await connection.client.query({ text: question, rowMode: "array" });
      return rows[0]?.[0] === true;
    },
    async settle() {
      await connection.client.query("vacuum analyze");
      await connection.client.query("checkpoint");
    },
    async [Symbol.asyncDispose]() {
      await connection[Symbol.asyncDispose]();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

async function connect(url: string): Promise<AsyncDisposable & { client: pg.Client }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

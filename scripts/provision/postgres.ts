import { join } from "node:path";
import { repository } from "../repository.ts";
import { unpackDebianRoot } from "./debian-root.ts";
import { findInstalledPostgres } from "./find-installed-postgres.ts";
import { isDebianRoot } from "./is-debian-root.ts";
import { type ClusterOptions, type PostgresCluster, type PostgresServer, startCluster } from "./postgres-cluster.ts";
import { minimumVersion, type PostgresInstallation } from "./postgres-installation.ts";
import { proveServer } from "./prove-server.ts";

const ownServer = "DIALECTIC_TEST_DATABASE_URL";
const advice = `install PostgreSQL ${minimumVersion}+ with pgvector, or run "docker compose up -d --wait" and set ${ownServer} as compose.yaml says`;

/**
 * Provides a PostgreSQL server with pgvector for tests and benchmarks: the configured server if there is one, or else a
 * server that it starts from an installed PostgreSQL or (as root on Debian) from one unpacked into `.cache`. If none of
 * these is possible, returns what is missing and what to do.
 */
export async function ensurePostgres(
  options: ClusterOptions = { durable: false },
): Promise<PostgresServer | { skipped: string }> {
  const url = process.env[ownServer];
  return url ? useOwnServer(url) : startOwnCluster(options);
}

/** Starts a separate server even if one is configured, because the caller may pause and restart it. */
export async function startOwnCluster(options: ClusterOptions): Promise<PostgresCluster | { skipped: string }> {
  try {
    const installation = await findInstallation();
    if (!installation) return { skipped: `no PostgreSQL ${minimumVersion}+ with pgvector on this machine: ${advice}` };
    return await startCluster(installation, options);
  } catch (error) {
    return { skipped: `PostgreSQL could not be provided (${reason(error)}): ${advice}` };
  }
}

/** Fails if the configured server cannot be used, instead of silently using another one. */
async function useOwnServer(url: string): Promise<PostgresServer> {
  try {
    const { version } = await proveServer(url);
    return { url, version, stop: async () => undefined };
  } catch (error) {
    throw new Error(`the server that ${ownServer} names cannot be used: ${reason(error)}`, { cause: error });
  }
}

async function findInstallation(): Promise<PostgresInstallation | undefined> {
  const installed = await findInstalledPostgres();
  if (installed) return installed;
  if (!(await isDebianRoot())) return undefined;
  return unpackDebianRoot(join(repository, ".cache/postgres-17"));
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * `node scripts/provision/postgres.ts [--durable]`: prints the server's address and keeps the server running until
 * interrupted.
 */
async function main(): Promise<void> {
  const server = await ensurePostgres({ durable: process.argv.includes("--durable") });
  if ("skipped" in server) throw new Error(server.skipped);
  process.stdout.write(`${server.url}\n`);
  await interruption();
  await server.stop();
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, 2 ** 30); // keeps the process running if the server is the user's own
    const end = () => {
      clearInterval(alive);
      resolve();
    };
    process.once("SIGINT", end);
    process.once("SIGTERM", end);
  });
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${reason(error)}\n`);
    process.exitCode = 1;
  });
}

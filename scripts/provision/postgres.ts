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
 * A PostgreSQL server with pgvector for tests and benchmarks: the user's own, else one started from what is installed,
 * else (Debian, as root) one unpacked into `.cache`. Otherwise says what is missing and what to do.
 */
export async function ensurePostgres(
  options: ClusterOptions = { durable: false },
): Promise<PostgresServer | { skipped: string }> {
  const url = process.env[ownServer];
  return url ? useOwnServer(url) : startOwnCluster(options);
}

/** A server for one user, even if another server is configured: it may be paused and restarted. */
export async function startOwnCluster(options: ClusterOptions): Promise<PostgresCluster | { skipped: string }> {
  try {
    const installation = await findInstallation();
    if (!installation) return { skipped: `no PostgreSQL ${minimumVersion}+ with pgvector on this machine: ${advice}` };
    return await startCluster(installation, options);
  } catch (error) {
    return { skipped: `PostgreSQL could not be provided (${reason(error)}): ${advice}` };
  }
}

/** A server the user named but that does not serve is an error, not a reason to quietly use another one. */
async function useOwnServer(url: string): Promise<PostgresServer> {
  try {
    const { version } = await proveServer(url);
    return { url, version, stop: async () => undefined };
  } catch (error) {
    throw new Error(`the server in ${ownServer} is of no use: ${reason(error)}`, { cause: error });
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

/** `node scripts/provision/postgres.ts [--durable]`: prints the address and keeps the server until it is interrupted. */
async function main(): Promise<void> {
  const server = await ensurePostgres({ durable: process.argv.includes("--durable") });
  if ("skipped" in server) throw new Error(server.skipped);
  process.stdout.write(`${server.url}\n`);
  await interruption();
  await server.stop();
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, 2 ** 30); // with a user's own server there is nothing else to wait for
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

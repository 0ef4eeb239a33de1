import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ClusterPrograms, createClusterPrograms } from "./cluster-programs.ts";
import { freePort } from "./free-port.ts";
import type { PostgresInstallation } from "./postgres-installation.ts";
import { proveServer } from "./prove-server.ts";
import { runCommand } from "./run-command.ts";

export interface PostgresServer {
  url: string;
  version: string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Tests throw their data away and switch syncing off; a benchmark must not, or it measures a lie. */
  durable: boolean;
}

const startTries = 3;
const readyWithinMs = 30_000;

/** Creates a cluster in a temporary folder and starts it on a free loopback port. Stopping removes it. */
export async function startCluster(
  installation: PostgresInstallation,
  options: ClusterOptions,
): Promise<PostgresServer> {
  const programs = await createClusterPrograms(installation, options);
  try {
    await initialise(programs);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tryToStart(programs, options);
      if ("url" in outcome) return outcome;
      if (attempt === startTries) throw new Error(`the server did not start: ${outcome.reason}`);
    }
  } catch (error) {
    await removeFolder(programs.folder);
    throw error;
  }
}

async function initialise(programs: ClusterPrograms): Promise<void> {
  const access = ["--username=postgres", "--auth=trust"];
  const text = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  const initdb = programs.command("initdb", ["-D", programs.data, "--no-sync", ...access, ...text]);
  await runCommand(initdb.command, initdb.args, initdb.options);
}

/** The port may be taken between asking for it and listening on it: the caller tries again. */
async function tryToStart(
  programs: ClusterPrograms,
  options: ClusterOptions,
): Promise<PostgresServer | { reason: string }> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const postgres = programs.command("postgres", ["-D", programs.data, ...serverSettings(programs, port, options)]);
  const log = await open(join(programs.folder, "server.log"), "a");
  // Detached, so that Ctrl-C in a terminal reaches the tests first and the server is stopped in order.
  const child = spawn(postgres.command, postgres.args, {
    ...postgres.options,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  const endWithUs = () => child.kill("SIGQUIT");
  process.once("exit", endWithUs);
  await log.close();

  const version = await untilReady(child, url);
  if (version === undefined) {
    await endServer(child);
    process.off("exit", endWithUs);
    return { reason: await readFile(join(programs.folder, "server.log"), "utf8") };
  }
  const stop = async () => {
    await endServer(child);
    process.off("exit", endWithUs);
    await removeFolder(programs.folder);
  };
  return { url, version, stop };
}

function serverSettings(programs: ClusterPrograms, port: number, options: ClusterOptions): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    cluster_name: basename(programs.folder),
    max_connections: 200,
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(options.durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The server's version once it answers; undefined if it ended or stayed silent. */
async function untilReady(child: ChildProcess, url: string): Promise<string | undefined> {
  const giveUpAt = Date.now() + readyWithinMs;
  let lastError: unknown;
  while (!hasEnded(child) && Date.now() < giveUpAt) {
    try {
      return (await proveServer(url)).version;
    } catch (error) {
      lastError = error;
      await delay(50);
    }
  }
  if (hasEnded(child)) return undefined;
  throw new Error("the server started but is of no use", { cause: lastError });
}

async function endServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGINT"); // PostgreSQL's "fast" shutdown: open sessions are ended, not waited for
  await ended;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

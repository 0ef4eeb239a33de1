import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ClusterPrograms, createClusterPrograms } from "./cluster-programs.ts";
import type { PostgresInstallation } from "./postgres-installation.ts";
import { proveServer } from "./prove-server.ts";
import { runCommand, tryCommand } from "./run-command.ts";

export interface PostgresServer {
  url: string;
  version: string;
  stop(): Promise<void>;
}

/** A server that this process started, so it may kill, pause and restart it. */
export interface PostgresCluster extends PostgresServer {
  /** Kills the server, as in a crash, and starts it again at the same address. */
  restart(): Promise<void>;
  /** Suspends every process of the server. Connections stay open, and the server does not answer until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface ClusterOptions {
  /**
   * Tests discard their data and switch syncing off. A benchmark needs a durable server; otherwise its figures would be
   * meaningless.
   */
  durable: boolean;
}

const startTries = 3;
const readyWithinMs = 30_000;

/**
 * Creates a cluster in a temporary folder and starts it on a free loopback port. Stopping the cluster removes the folder.
 */
export async function startCluster(
  installation: PostgresInstallation,
  options: ClusterOptions,
): Promise<PostgresCluster> {
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

/** The caller retries, because another process may take the port before the server listens on it. */
async function tryToStart(
  programs: ClusterPrograms,
  options: ClusterOptions,
): Promise<PostgresCluster | { reason: string }> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const launch = () => launchServer(programs, serverSettings(programs, port, options));
  let server = await launch();
  const version = await untilReady(server.child, url);
  if (version === undefined) {
    await server.end("SIGINT");
    return { reason: await readFile(join(programs.folder, "server.log"), "utf8") };
  }
  return {
    url,
    version,
    async stop() {
      await server.end("SIGINT"); // PostgreSQL's "fast" shutdown: open sessions are ended, not waited for
      await removeFolder(programs.folder);
    },
    async restart() {
      await server.end("SIGQUIT");
      server = await launch();
      if ((await untilReady(server.child, url)) === undefined) throw new Error("the server did not start again");
    },
    pause: () => signalAll(server.child, "SIGSTOP"),
    resume: () => signalAll(server.child, "SIGCONT"),
  };
}

type LaunchedServer = { child: ChildProcess; end(signal: NodeJS.Signals): Promise<void> };

async function launchServer(programs: ClusterPrograms, settings: string[]): Promise<LaunchedServer> {
  const postgres = programs.command("postgres", ["-D", programs.data, ...settings]);
  const log = await open(join(programs.folder, "server.log"), "a");
  // Detached, so that Ctrl-C in a terminal reaches only the tests, which then stop the server properly.
  const child = spawn(postgres.command, postgres.args, {
    ...postgres.options,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  const endWithUs = () => child.kill("SIGQUIT");
  process.once("exit", endWithUs);
  await log.close();
  return {
    child,
    async end(signal) {
      if (!hasEnded(child)) {
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      }
      process.off("exit", endWithUs);
    },
  };
}

/** Signals the main process first, so that it starts no further process meanwhile. */
async function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, signal);
  const { output } = await tryCommand("ps", ["-A", "-o", "pid=,ppid="]);
  for (const line of output.trim().split("\n")) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (child && parent === pid) signalIfThere(child, signal);
  }
}

/** A process of the server, such as a session or an autovacuum worker, may end while the others are signalled. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
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

/**
 * Returns PostgreSQL's version once the server can be used, or undefined if its process has ended. Throws if the process
 * runs but the server cannot be used in time.
 */
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
  throw new Error("the server started but cannot be used", { cause: lastError });
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Returns an unused loopback port. Another process may take it first, so the caller must be ready to retry. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system assigned no port");
  return address.port;
}

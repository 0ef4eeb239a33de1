import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unprivileged } from "./postgres-installation.ts";

const memoryDisk = "/dev/shm";
const roomy = 4 * 1024 ** 3;
const prefix = "dialectic-postgres-";

/**
 * Creates a folder for one cluster, named after the process that owns it, so that a later run can clean up after a killed
 * process. Disposable clusters are in memory if there is room. Durable clusters are on a disk: in memory, syncing would take
 * no time, which would skew the benchmarks.
 */
export async function createClusterFolder(options: { durable: boolean; base?: string }): Promise<string> {
  const base = options.base ?? (options.durable ? diskFolder() : await quickFolder());
  await mkdir(base, { recursive: true });
  await sweepAbandoned(base);
  const folder = await mkdtemp(join(base, `${prefix}${process.pid}-`));
  if (process.getuid?.() === 0) await chown(folder, unprivileged.uid, unprivileged.gid);
  await chmod(folder, 0o700);
  return folder;
}

async function quickFolder(): Promise<string> {
  const space = await statfs(memoryDisk).catch(() => undefined);
  return space && space.bavail * space.bsize >= roomy ? memoryDisk : tmpdir();
}

/** Some systems keep /tmp in memory; /var/tmp is meant to survive a restart. */
function diskFolder(): string {
  return existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
}

/** Ends the servers and removes the folders of runs that were killed before they could do so themselves. */
async function sweepAbandoned(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || isAlive(owner)) continue;
    const server = await serverOf(join(base, name), name);
    if (server !== undefined) process.kill(server, "SIGQUIT");
    await rm(join(base, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => undefined);
  }
}

/**
 * The process id of the folder's server if it is still running. The pid file names it, and its command line must contain the
 * folder's name.
 */
async function serverOf(folder: string, name: string): Promise<number | undefined> {
  const pidFile = await readFile(join(folder, "data/postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(pidFile, 10);
  if (Number.isNaN(pid)) return undefined;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return commandLine.includes(name) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

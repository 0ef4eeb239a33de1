import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/**
 * One opener per data folder: PGlite itself does not mind a second one, and then one side's committed rows
 * vanish. The lock file says who holds it and, when it is a server, how to talk to it; only its owner may read it.
 */
const Holder = z.object({
  pid: z.int(),
  /** When the process started, by the kernel's count, where it can be told: a reused pid is not the holder. */
  born: z.string().nullable(),
  address: z.string().nullable(),
  secret: z.string().nullable(),
});
export type Holder = z.infer<typeof Holder>;

export type FolderLock = {
  /** Tells later openers where the running server is. */
  announce(address: string, secret: string): void;
  release(): void;
};

const staleBreakerMs = 10_000;

function birthOf(pid: number): string | null {
  try {
    // The fields after the command's closing bracket; the 22nd of all is the start time.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? null;
  } catch {
    return null; // no /proc here, or the process is gone
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const born = birthOf(holder.pid);
  return holder.born === null || born === null || born === holder.born;
}

/** Who holds the folder right now; null when nobody does. */
export function folderHolder(dataDir: string): Holder | null {
  try {
    const parsed = Holder.safeParse(JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8")));
    return parsed.success && isAlive(parsed.data) ? parsed.data : null;
  } catch {
    return null; // no lock, or one cut off while being written by a process that died
  }
}

export function lockFolder(dataDir: string): { ok: true; lock: FolderLock } | { ok: false; holder: Holder } {
  const path = join(dataDir, "lock.json");
  for (let tries = 0; tries < 50; tries++) {
    if (create(path, { pid: process.pid, born: birthOf(process.pid), address: null, secret: null })) {
      return { ok: true, lock: ours(path) };
    }
    const holder = folderHolder(dataDir);
    if (holder) return { ok: false, holder };
    breakStale(dataDir, path);
  }
  return { ok: false, holder: { pid: 0, born: null, address: null, secret: null } };
}

function create(path: string, holder: Holder): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, JSON.stringify(holder));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a dead process's lock. One breaker at a time, who looks again: else two could each remove the other's fresh lock. */
function breakStale(dataDir: string, path: string): void {
  const breaker = `${path}.breaking`;
  if (!create(breaker, { pid: process.pid, born: null, address: null, secret: null })) {
    const age = Date.now() - (statSync(breaker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleBreakerMs) rmSync(breaker, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return;
  }
  try {
    if (!folderHolder(dataDir)) rmSync(path, { force: true });
  } finally {
    rmSync(breaker, { force: true });
  }
}

function ours(path: string): FolderLock {
  const rewrite = (holder: Holder) => {
    const file = openSync(path, "w", 0o600);
    writeSync(file, JSON.stringify(holder));
    closeSync(file);
  };
  return {
    announce: (address, secret) => rewrite({ pid: process.pid, born: birthOf(process.pid), address, secret }),
    release: () => rmSync(path, { force: true }),
  };
}

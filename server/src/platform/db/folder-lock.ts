import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { folderGone } from "./folder-gone.ts";

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
  /** The database is still being made or opened: whoever waits a little may find somebody to talk to. */
  opening: z.boolean().default(false),
});
export type Holder = z.infer<typeof Holder>;

export type FolderLock = {
  /** Whether the folder still says that it is ours: not once it was deleted, moved, or taken by somebody else. */
  isOurs(): boolean;
  /** Tells later openers that the database is open. */
  opened(): void;
  /** Tells later openers where the running server is. */
  announce(address: string, secret: string): void;
  release(): void;
};

const lockName = "lock.json";
const staleBreakerMs = 10_000;
const nobody: Holder = { pid: 0, born: null, address: null, secret: null, opening: false };

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
  const holder = read(join(dataDir, lockName));
  return holder && isAlive(holder) ? holder : null;
}

export function lockFolder(dataDir: string): { ok: true; lock: FolderLock } | { ok: false; holder: Holder } {
  const path = join(dataDir, lockName);
  const own: Holder = { pid: process.pid, born: birthOf(process.pid), address: null, secret: null, opening: true };
  for (let tries = 0; tries < 50; tries++) {
    if (createWhole(path, own)) return { ok: true, lock: ours(path, own) };
    const holder = folderHolder(dataDir);
    if (holder) return { ok: false, holder };
    breakStale(path);
  }
  return { ok: false, holder: nobody };
}

function read(path: string): Holder | null {
  try {
    return parsed(readFileSync(path, "utf8"));
  } catch {
    return null; // no lock
  }
}

/** Null for one that a dying disk left unreadable: nobody's. */
function parsed(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Makes the file with all its content or not at all: one that appears empty first looks like a dead holder's. */
function createWhole(path: string, holder: Holder): boolean {
  const whole = writeBeside(path, holder);
  try {
    linkSync(whole, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

function writeBeside(path: string, holder: Holder): string {
  const name = `${path}.${process.pid}-${randomUUID()}`;
  writeFileSync(name, JSON.stringify(holder), { mode: 0o600, flag: "wx" });
  return name;
}

/**
 * Takes a dead process's lock away. One breaker at a time, who looks at what it took: had a living process's lock
 * come in between, it is put back.
 */
function breakStale(path: string): void {
  const breaker = `${path}.breaking`;
  if (!createWhole(breaker, { ...nobody, pid: process.pid })) {
    const age = Date.now() - (statSync(breaker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleBreakerMs) rmSync(breaker, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return;
  }
  const taken = `${path}.${process.pid}-${randomUUID()}`;
  try {
    // One look: a lock that is gone, or was made since, is none of ours to take away.
    const text = readFileSync(path, "utf8");
    const holder = parsed(text);
    if (holder && isAlive(holder)) return;
    renameSync(path, taken);
    const found = read(taken);
    if (found && isAlive(found)) linkSync(taken, path);
  } catch (error) {
    // ENOENT: its holder gave it back meanwhile. EEXIST: somebody has it again already.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    rmSync(taken, { force: true });
    rmSync(breaker, { force: true });
  }
}

function ours(path: string, own: Holder): FolderLock {
  const isOurs = () => {
    const holder = read(path);
    return holder?.pid === own.pid && holder.born === own.born;
  };
  const say = (holder: Holder) => {
    try {
      renameSync(writeBeside(path, holder), path);
    } catch (error) {
      throw isOurs() ? error : folderGone(dirname(path), error);
    }
  };
  return {
    isOurs,
    opened: () => say({ ...own, opening: false }),
    announce: (address, secret) => say({ ...own, opening: false, address, secret }),
    release: () => {
      if (isOurs()) rmSync(path, { force: true });
    },
  };
}

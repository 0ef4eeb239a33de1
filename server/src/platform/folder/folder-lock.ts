import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { folderGone } from "./folder-gone.ts";
import { isOsLocked, type OsLock, takeOsLock } from "./os-lock.ts";

/**
 * Only one process at a time may use a data folder: two processes would lose committed rows, and PGlite does not prevent a
 * second process.
 *
 * The operating system's lock on `folder.lock` decides who the holder is. `lock.json` names the holder and, if it serves
 * HTTP, its address. It is only information and is not trusted: a client that connects to the address asks for a proof first
 * (`proofOf`).
 */
const Holder = z.object({
  /** Unique for each holder, so that a holder recognizes its own file. */
  token: z.string(),
  pid: z.int(),
  /** Process ids are meaningless on another machine or in another container. */
  host: z.string(),
  address: z.string().nullable(),
  /** True while the database is being created or opened; it will be reachable soon. */
  opening: z.boolean(),
});
export type Holder = z.infer<typeof Holder>;

export type FolderLock = {
  /** False once the folder was deleted or moved, or another process took it over. */
  isOurs(): boolean;
  /** Tells later openers that the database is open. */
  opened(): void;
  /** Tells later openers at which address this process serves HTTP. */
  announce(address: string): void;
  release(): void;
};

const lockName = "folder.lock";
const holderName = "lock.json";
/** Locked, but the holder has not yet written who it is. */
const unknown: Holder = { token: "", pid: 0, host: hostname(), address: null, opening: true };

/** The process that holds the folder; null if it is free. */
export function folderHolder(dataDir: string): Holder | null {
  const path = join(dataDir, lockName);
  if (!statSync(path, { throwIfNoEntry: false }) || !isOsLocked(path)) return null;
  return read(join(dataDir, holderName)) ?? unknown;
}

export function lockFolder(dataDir: string): { ok: true; lock: FolderLock } | { ok: false; holder: Holder } {
  const path = join(dataDir, lockName);
  const taken = takeOsLock(path);
  if (!taken) return { ok: false, holder: read(join(dataDir, holderName)) ?? unknown };
  const own = { ...unknown, token: randomUUID(), pid: process.pid };
  const lock = heldLock(dataDir, own, { taken, inode: statSync(path, { bigint: true }).ino });
  write(join(dataDir, holderName), own);
  return { ok: true, lock };
}

function heldLock(dataDir: string, own: Holder, { taken, inode }: { taken: OsLock; inode: bigint }): FolderLock {
  const path = join(dataDir, holderName);
  const isOurs = () =>
    read(path)?.token === own.token &&
    statSync(join(dataDir, lockName), { bigint: true, throwIfNoEntry: false })?.ino === inode;
  const tell = (holder: Holder) => {
    try {
      write(path, holder);
    } catch (error) {
      throw isOurs() ? error : folderGone(dirname(path), error);
    }
  };
  return {
    isOurs,
    opened: () => tell({ ...own, opening: false }),
    announce: (address) => tell({ ...own, opening: false, address }),
    release: () => {
      if (isOurs()) rmSync(path, { force: true });
      taken.release();
    },
  };
}

/** Null if there is no such file, or if its content is not valid. */
function read(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** Written under a temporary name first, so that a reader finds the old content or the new. */
function write(path: string, holder: Holder): void {
  const beside = `${path}.${holder.token}`;
  writeFileSync(beside, JSON.stringify(holder), { mode: 0o600, flag: "wx" });
  renameSync(beside, path);
}

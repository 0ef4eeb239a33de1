import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { folderGone } from "./folder-gone.ts";
import { isOsLocked, type OsLock, takeOsLock } from "./os-lock.ts";

/**
 * One opener per data folder: PGlite itself does not mind a second one, and then one side's committed rows vanish.
 *
 * `folder.lock` is locked by the operating system and decides who the holder is. `lock.json` says who that is and, when
 * it is a server, where it listens. It decides nothing, and nobody trusts it: whoever connects to the address asks for a
 * proof first (`proofOf`).
 */
const Holder = z.object({
  /** Made anew by each holder: how it knows its own file. */
  token: z.string(),
  pid: z.int(),
  /** A pid means nothing on another machine or in another container. */
  host: z.string(),
  address: z.string().nullable(),
  /** The database is still being made or opened: it will be reachable soon. */
  opening: z.boolean(),
});
export type Holder = z.infer<typeof Holder>;

export type FolderLock = {
  /** False once the folder was deleted or moved, or another process took it over. */
  isOurs(): boolean;
  /** Tells later openers that the database is open. */
  opened(): void;
  /** Tells later openers where the running server is. */
  announce(address: string): void;
  release(): void;
};

const lockName = "folder.lock";
const holderName = "lock.json";
/** Locked, and the holder has not written who it is yet. */
const unknown: Holder = { token: "", pid: 0, host: hostname(), address: null, opening: true };

/** Who holds the folder right now; null when nobody does. */
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

/** Null: there is no such file, or a crash or somebody else left something else in its place. */
function read(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** Under another name first: a reader finds all of it, or what was there before. */
function write(path: string, holder: Holder): void {
  const beside = `${path}.${holder.token}`;
  writeFileSync(beside, JSON.stringify(holder), { mode: 0o600, flag: "wx" });
  renameSync(beside, path);
}

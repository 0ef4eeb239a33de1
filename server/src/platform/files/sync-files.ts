import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, readdir, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/*
 * The content of a file survives a power cut once the file was synced, its name once the folder was. A file that must not be
 * lost is therefore written under another name and then given its own by `renameSynced`.
 */

/** Renames a complete file. Its content is on the disk before it has the name, and the name before this returns. */
export async function renameSynced(from: string, to: string): Promise<void> {
  await syncFile(from);
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Syncs the names of new folders: of the one at the path, and of those above it down from `first`, as `mkdir` returns it. */
export function syncNewFolders(path: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let folder = resolve(path); folder.length >= first.length; folder = dirname(folder))
    syncFolderNow(dirname(folder));
}

/** Windows syncs only what may be written; elsewhere a file that may only be read can be synced as well. */
const flags = process.platform === "win32" ? "r+" : "r";

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, flags);
  await file.sync();
}

/** Syncs the names in a folder, where the system can do that. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path);
    await folder.sync();
  } catch (error) {
    assertCannot(error);
  }
}

/** The same for code that cannot wait. */
export function syncFolderNow(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    assertCannot(error);
  }
}

/**
 * What systems answer that cannot sync a folder: Windows, which keeps names safe by itself, some network file systems, and any
 * for a folder that may be written but not read. PostgreSQL disregards the same.
 */
const cannot = new Set(["EISDIR", "EACCES", "EPERM", "EINVAL", "EBADF", "ENOTSUP"]);

function assertCannot(error: unknown): void {
  if (!(error instanceof Error && "code" in error && cannot.has(String(error.code)))) throw error;
}

/** Syncs every file and folder below a path, and the path itself; several at a time, which file systems combine. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const waiting = [
    () => syncFolder(path),
    ...entries.map((entry) => {
      const place = join(entry.parentPath, entry.name);
      return () => (entry.isDirectory() ? syncFolder(place) : syncFile(place));
    }),
  ];
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

const atOnce = 16;

import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, readdir, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/*
 * A file's content survives a power cut after the file was synced; its name survives after the folder was synced. A file that
 * must not be lost is therefore written under a temporary name, which `renameSynced` replaces.
 */

/**
 * Renames a complete file. The content is on the disk before the rename, and the new name before this function returns.
 */
export async function renameSynced(from: string, to: string): Promise<void> {
  await syncFile(from);
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Syncs the names of new folders: of the folder at `path` and of its parents up to `first`, which `mkdir` returned. */
export function syncNewFolders(path: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let folder = resolve(path); folder.length >= first.length; folder = dirname(folder))
    syncFolderNow(dirname(folder));
}

/** Windows syncs a file only if it is open for writing; other systems also sync a file that is open for reading. */
const flags = process.platform === "win32" ? "r+" : "r";

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, flags);
  await file.sync();
}

/** Syncs the names in a folder, if the system can do that. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path);
    await folder.sync();
  } catch (error) {
    assertCannot(error);
  }
}

/** Like `syncFolder`, but synchronous. */
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
 * The errors of systems that cannot sync a folder: Windows, which makes names durable itself, some network file systems, and any
 * system for a folder that is writable but not readable. PostgreSQL ignores the same errors.
 */
const cannot = new Set(["EISDIR", "EACCES", "EPERM", "EINVAL", "EBADF", "ENOTSUP"]);

function assertCannot(error: unknown): void {
  if (!(error instanceof Error && "code" in error && cannot.has(String(error.code)))) throw error;
}

/** Syncs a path and every file and folder below it. Several syncs run at a time, because file systems combine them. */
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

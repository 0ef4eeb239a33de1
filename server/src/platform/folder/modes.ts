import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../files/sync-files.ts";

/** Group and others: what they may do with a file that is private is nothing. */
const others = 0o077;

/** The umask the program was started with; undefined until `keepPrivate`. */
let given: number | undefined;

/**
 * From here on the process creates files for their owner alone, whatever umask it was started with. The umask and not
 * a mode at every call, because PGlite creates its files itself.
 */
export function keepPrivate(): void {
  given ??= process.umask(others);
}

/** Starts something that creates files for the user, such as git, with the umask the user has. */
export function withGivenUmask<T>(start: () => T): T {
  if (given === undefined) return start();
  process.umask(given);
  try {
    return start();
  } finally {
    process.umask(others);
  }
}

/** The mode of a new file in a folder: private in a private folder, elsewhere what the user's umask makes of it. */
export async function modeIn(folder: string, wanted: 0o666 | 0o777): Promise<number> {
  const isPrivate = ((await stat(folder)).mode & others) === 0;
  return wanted & ~(isPrivate ? others : (given ?? process.umask()));
}

/** Makes the folder and those above it, each with the mode that suits the one it is in, and syncs their names. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    return makeFolder(path);
  }
  if (process.platform !== "win32") await chmod(path, await modeIn(dirname(path), 0o777));
  await syncFolder(dirname(path));
}

/** A folder of the program's own, for its owner alone; one that is there and belongs to the owner is made so. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isOpenToOthers(path)) chmodSync(path, 0o700);
}

export const isOpenToOthers = (path: string): boolean =>
  process.platform !== "win32" && (statSync(path).mode & others) !== 0;

export const isOwn = (path: string): boolean => process.getuid === undefined || statSync(path).uid === process.getuid();

/** Takes everybody else's permissions from a folder and all that is in it. Links are left alone: they have none. */
export function makePrivate(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if ((found.mode & others) !== 0) chmodSync(path, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

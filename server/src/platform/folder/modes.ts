import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../files/sync-files.ts";

/** All permissions of group and others: a private file has none of them. */
const others = 0o077;

/** The umask the program was started with; undefined until `keepPrivate`. */
let given: number | undefined;

/**
 * From here on the process creates files that only their owner may access, regardless of the umask it started with. It sets the umask
 * instead of a mode at every call because PGlite creates files itself.
 */
export function keepPrivate(): void {
  given ??= process.umask(others);
}

/** Starts a program that creates files for the user, such as git, with the user's own umask. */
export function withGivenUmask<T>(start: () => T): T {
  if (given === undefined) return start();
  process.umask(given);
  try {
    return start();
  } finally {
    process.umask(others);
  }
}

/** The mode of a new file: private in a private folder, elsewhere determined by the user's umask. */
export async function modeIn(folder: string, wanted: 0o666 | 0o777): Promise<number> {
  const isPrivate = ((await stat(folder)).mode & others) === 0;
  return wanted & ~(isPrivate ? others : (given ?? process.umask()));
}

/** Creates the folder and its parents, each with the mode that suits its parent, and syncs their names. */
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

/** Creates a folder for the program's own files, which only its owner may access. Makes an existing folder private. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isOpenToOthers(path)) chmodSync(path, 0o700);
}

export const isOpenToOthers = (path: string): boolean =>
  process.platform !== "win32" && (statSync(path).mode & others) !== 0;

export const isOwn = (path: string): boolean => process.getuid === undefined || statSync(path).uid === process.getuid();

/** Removes all permissions of group and others from a folder and its content. Skips links, which have no permissions. */
export function makePrivate(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if ((found.mode & others) !== 0) chmodSync(path, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

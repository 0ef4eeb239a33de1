import { lstat, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError, assertNoTransaction, diskFull, makeFolder, syncFolder } from "#platform";
import { deconstructPath } from "./deconstruct-path.ts";
import type { TreeFile } from "./project-files.ts";
import { replaceFile, sweepLeftovers } from "./replace-file.ts";
import { boardColumns } from "./stored-file.ts";

/**
 * Writes what is missing or different below a folder, each file whole or not at all. The board belongs to the
 * user: a card that stands in any column, moved or ticked, is left as it is. Nothing is ever deleted, and no link
 * below the folder is followed.
 */
export async function writeTree(input: { dir: string; files: readonly TreeFile[] }): Promise<{ written: string[] }> {
  assertNoTransaction("Writing files");
  try {
    return { written: await writeMissing(input) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isNoRoom(error)) throw diskFull(`The disk that ${input.dir} is on is full.`, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("data_folder_unwritable", `The folder ${input.dir} cannot be written: ${reason}.`, {
      cause: error,
    });
  }
}

const isNoRoom = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOSPC";

async function writeMissing({ dir, files }: { dir: string; files: readonly TreeFile[] }): Promise<string[]> {
  const made = new Set<string>();
  await makeFolder(dir);
  await sweepLeftovers(dir);
  for (const column of boardColumns) await makeBelow(dir, column, made);
  const written: string[] = [];
  for (const { path, text } of files) {
    const file = deconstructPath(path);
    if (!file) throw new AppError("internal", `${path} is no place of a project's tree.`, { retry: false });
    await makeBelow(dir, dirname(path), made);
    if (file.kind === "board" ? await isOnBoard(dir, path) : await isSame(join(dir, path), text)) continue;
    await replaceFile(join(dir, path), text);
    written.push(path);
  }
  const folders = new Set(written.map((path) => join(dir, dirname(path))));
  await Promise.all([...folders].map((folder) => syncFolder(folder)));
  return written;
}

/** Folder by folder, so that a link on the way is seen before anything is written behind it. */
async function makeBelow(dir: string, path: string, made: Set<string>): Promise<void> {
  if (path === "." || made.has(path)) return;
  await makeBelow(dir, dirname(path), made);
  const folder = join(dir, path);
  await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const stands = await lstat(folder);
  if (!stands.isDirectory()) {
    throw new AppError(
      "data_folder_unwritable",
      `${folder} is a link or a file where the project's tree has a folder. Move it away.`,
    );
  }
  await sweepLeftovers(folder);
  made.add(path);
}

async function isOnBoard(dir: string, path: string): Promise<boolean> {
  const places = boardColumns.map((column) => join(dir, column, basename(path)));
  const found = await Promise.all(places.map((place) => lstat(place).then(Boolean, () => false)));
  return found.includes(true);
}

/** A link in a file's place is never the file, whatever it leads to. */
async function isSame(path: string, text: string): Promise<boolean> {
  const stands = await lstat(path).catch(() => null);
  return stands?.isFile() === true && (await readFile(path)).equals(Buffer.from(text));
}

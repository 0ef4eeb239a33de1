import { lstat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError, assertNoTransaction, diskFull, makeFolder, syncFolder } from "#platform";
import { deconstructPath } from "../paths/deconstruct-path.ts";
import { boardColumns, type StoredFile } from "../paths/stored-file.ts";
import type { TreeFile } from "../project-files.ts";
import { replaceFile, sweepLeftovers } from "./replace-file.ts";
import { canBeTaken, isRewritten, keepBeside, type Standing, standingAt } from "./standing-file.ts";
import { readWrittenFiles, type WrittenFiles } from "./written-files.ts";

/**
 * `edited`: documents that a person edited on disk, which are not overwritten. `kept`: other files that a person changed,
 * each moved to `as` before it was overwritten.
 */
export type WrittenTree = { written: string[]; edited: string[]; kept: { path: string; as: string }[] };

type Input = {
  dir: string;
  files: readonly TreeFile[];
  /**
   * Decides whether a person changed a file that contains no hash. By default, the folder's record (`.files.json`) decides.
   */
  isEdited?: (path: string, found: string) => Promise<boolean>;
};

/**
 * Writes missing and changed files into a folder, each atomically. Never overwrites a person's text: a document edited on
 * disk stays as it is until the edit is saved or discarded, and any other file that a person changed is moved aside first.
 * Cards belong to the user, so existing cards are never changed, whichever column they are in. Never deletes a file and
 * never follows a link in the folder.
 */
export async function writeTree(input: Input): Promise<WrittenTree> {
  assertNoTransaction("Writing files");
  try {
    return await writeMissing(input);
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

type Planned = TreeFile & { file: StoredFile; standing: Standing };

async function writeMissing({ dir, files, isEdited }: Input): Promise<WrittenTree> {
  await makeFolder(dir);
  await sweepLeftovers(dir);
  const remembered = isEdited ? null : await readWrittenFiles(dir);
  const planned = await plan({ dir, files, isEdited: isEdited ?? changedSince(remembered) });
  await remembered?.remember(planned.filter(({ file }) => isRewritten(file)));
  const tree: WrittenTree = { written: [], edited: [], kept: [] };
  for (const { path, text, file, standing } of planned) {
    if (standing === "same" || (file.kind === "board" && (await isOnBoard(dir, path)))) continue;
    if (standing === "edited" && canBeTaken(file)) {
      tree.edited.push(path);
      continue;
    }
    if (standing === "edited") tree.kept.push({ path, as: await keepBeside(dir, path) });
    await replaceFile(join(dir, path), text);
    tree.written.push(path);
  }
  const folders = new Set(tree.written.map((path) => join(dir, dirname(path))));
  await Promise.all([...folders].map((folder) => syncFolder(folder)));
  return tree;
}

/** Checks each path, creates its folder, and determines what is there. */
async function plan({ dir, files, isEdited }: Required<Input>): Promise<Planned[]> {
  const made = new Set<string>();
  for (const column of boardColumns) await makeBelow(dir, column, made);
  const planned: Planned[] = [];
  for (const { path, text } of files) {
    const file = deconstructPath(path);
    if (!file) throw new AppError("internal", `${path} is not a path of a project's tree.`, { retry: false });
    await makeBelow(dir, dirname(path), made);
    const standing = file.kind === "board" ? "nothing" : await standingAt({ dir, path, text, file, isEdited });
    planned.push({ path, text, file, standing });
  }
  return planned;
}

const changedSince =
  (remembered: WrittenFiles | null) =>
  async (path: string, found: string): Promise<boolean> =>
    !remembered?.has(path, found);

/** Creates the folders one by one, so that a link among them is detected before anything is written through it. */
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
      `${folder} is a link or a file, but the project's tree needs a folder there. Move it away.`,
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

import { constants } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#platform";
import { deconstructPath } from "../paths/deconstruct-path.ts";
import { boardColumns } from "../paths/stored-file.ts";

/** Patterns for the folders of any project's tree. They do not depend on the names of the project, session or process. */
const folderPlaces = [
  `${boardColumns.join("|")}|general_resource`,
  "session_[0-9a-f]{8}",
  "session_[0-9a-f]{8}/iteration_\\d+",
  "session_[0-9a-f]{8}/iteration_\\d+/\\d+_[^/]+",
  "session_[0-9a-f]{8}/iteration_\\d+/\\d+_[^/]+/(_work|_work/prompts|raw_responses|documents)",
].map((place) => new RegExp(`^(${place})$`));
const isFolderPlace = (path: string) => folderPlaces.some((place) => place.test(path));

/**
 * Throws if a project's tree could not be written to this folder, because something at a path of the tree is a link or of
 * the wrong kind. Writing would reject it as well, but only after the model calls have been paid for. Other files are
 * ignored.
 */
export async function assertFree(dir: string): Promise<void> {
  await lookInto(dir, "");
}

async function lookInto(dir: string, under: string): Promise<void> {
  for (const name of await readdir(join(dir, under))) {
    const path = under === "" ? name : `${under}/${name}`;
    if (isFolderPlace(path)) {
      await assertFolder(join(dir, path));
      await lookInto(dir, path);
    } else if (isOurFile(path)) await assertFile(join(dir, path));
  }
}

/**
 * False for cards, because they belong to the user, and for other text files at the top of the folder, because each of them
 * may be a brief that the user wrote.
 */
function isOurFile(path: string): boolean {
  const file = deconstructPath(path);
  return file !== null && file.kind !== "board" && file.kind !== "brief";
}

async function assertFolder(path: string): Promise<void> {
  const stands = await lstat(path);
  if (!stands.isDirectory()) throw inTheWay(path, stands.isSymbolicLink() ? "a link" : "not a folder", "a folder");
  await access(path, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new AppError("data_folder_unwritable", `The folder ${path} cannot be written. Change its permissions.`, {
      cause: error,
    });
  });
}

async function assertFile(path: string): Promise<void> {
  const stands = await lstat(path);
  if (!stands.isFile()) throw inTheWay(path, stands.isSymbolicLink() ? "a link" : "not a file", "a file");
}

const inTheWay = (path: string, what: string, wanted: string) =>
  new AppError(
    "data_folder_unwritable",
    `${path} is ${what}, but the project's tree needs ${wanted} there. Move it away.`,
  );

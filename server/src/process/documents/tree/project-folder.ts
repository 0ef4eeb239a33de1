import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError, makePrivateFolder, writePrivateFile } from "#platform";
import { isFolderName } from "#projects";

/**
 * The folder of a project's files on this machine: one that a person chose (`run --out`), or else one in the data folder.
 * The choice is stored in a file next to the data, because several machines may share the database.
 */
export type ProjectFolder = { dir: string; isChosen: boolean; isGone: boolean };

const name = "folders.json";
/**
 * `inode` is the inode of the data folder. A copy of the data folder has another inode, and must not write to the folders of
 * the original.
 */
const Choices = z.object({ inode: z.string(), folders: z.record(z.string(), z.string()) });

export function projectFolder(dataDir: string, project: { id: string; slug: string }): ProjectFolder {
  if (!isFolderName(project.slug)) {
    throw new AppError(
      "data_folder_refused",
      `The project ${project.id} names the folder ${JSON.stringify(project.slug)}, which is not a folder in ${dataDir}. The database was not written by this program.`,
    );
  }
  const chosen = readChoices(dataDir)[project.id];
  const dir = chosen ?? join(dataDir, "projects", project.slug);
  return { dir, isChosen: chosen !== undefined, isGone: chosen !== undefined && !existsSync(chosen) };
}

/** Chooses a folder for a project. Null resets it to the one in the data folder. */
export function chooseFolder(dataDir: string, { projectId, dir }: { projectId: string; dir: string | null }): void {
  const { [projectId]: before, ...others } = readChoices(dataDir);
  if ((before ?? null) === dir) return;
  makePrivateFolder(dataDir);
  const choices = { inode: inodeOf(dataDir), folders: dir === null ? others : { ...others, [projectId]: dir } };
  writePrivateFile(join(dataDir, name), `${JSON.stringify(choices, null, 2)}\n`);
}

/** All chosen folders, by project id. */
export function readChoices(dataDir: string): Record<string, string> {
  const path = join(dataDir, name);
  if (!existsSync(path)) return {};
  try {
    const { inode, folders } = Choices.parse(JSON.parse(readFileSync(path, "utf8")));
    return inode === inodeOf(dataDir) ? folders : {};
  } catch (error) {
    throw new AppError(
      "unreadable_file",
      `${path}, which lists the folders of projects, cannot be read. Correct it, or delete it: files then go to folders in ${join(dataDir, "projects")}.`,
      { cause: error },
    );
  }
}

const inodeOf = (dataDir: string): string => String(statSync(dataDir, { bigint: true }).ino);

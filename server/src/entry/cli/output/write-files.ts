import { accessSync, constants, existsSync, statSync } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import type { Client, Project, ProjectFile } from "@dialectic/contract";
import type { TreeFile, WrittenTree } from "#documents";
import { AppError, sha256 } from "#platform";

/** The absolute path for `--out`. Throws before anything runs if no files can be written there. */
export async function outDir(out: string | undefined): Promise<string | undefined> {
  if (out === undefined) return undefined;
  const dir = resolve(out);
  if (dir === parse(dir).root) {
    throw new AppError("invalid_input", `--out ${out} is the root of the disk. Give a folder.`);
  }
  if (!isFolderOrMissing(dir, out)) {
    throw new AppError("invalid_input", `--out ${out} is a file. Give a folder; it is created if it does not exist.`);
  }
  if (existsSync(dir)) {
    const { assertFree } = await import("#documents");
    await assertFree(dir).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError("invalid_input", error.message, { cause: error }) : error;
    });
  }
  return dir;
}

/** True if the nearest existing parent is a folder that this user can write to. */
function isFolderOrMissing(dir: string, out: string): boolean {
  try {
    const found = statSync(dir, { throwIfNoEntry: false });
    if (!found) return isFolderOrMissing(dirname(dir), out);
    if (!found.isDirectory()) return false;
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", `--out ${out} cannot be written. Give a folder that you can write to.`, {
      cause: error,
    });
  }
}

/** Updates the project's files in `dir`, fetching only those that differ. Returns the files that a person had changed there. */
export async function writeFiles(client: Client, project: Pick<Project, "id">, dir: string): Promise<WrittenTree> {
  const params = { projectId: project.id };
  const { items } = await client.listProjectFiles({ params });
  const files: TreeFile[] = [];
  for (const file of items) {
    if (await isCurrent(dir, file)) continue;
    const { path, text } = await client.readProjectFile({ params, query: { path: file.path } });
    files.push({ path, text });
  }
  const { writeTree } = await import("#documents");
  return writeTree({ dir, files });
}

async function isCurrent(dir: string, file: ProjectFile): Promise<boolean> {
  try {
    const path = join(dir, file.path);
    if (!(await lstat(path)).isFile()) return false; // a link is replaced by the file, even if its target has the same text
    return sha256(await readFile(path)) === file.sha256;
  } catch {
    return false; // if the file cannot be read, writing it reports the error
  }
}

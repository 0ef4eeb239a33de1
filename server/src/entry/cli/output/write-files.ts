import { accessSync, constants, existsSync, statSync } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import type { Client, Project, ProjectFile } from "@dialectic/contract";
import type { TreeFile, WrittenTree } from "#documents";
import { AppError, sha256 } from "#platform";

/** Where the user wants the files, refused before anything runs if nothing can stand there. */
export async function outDir(out: string | undefined): Promise<string | undefined> {
  if (out === undefined) return undefined;
  const dir = resolve(out);
  if (dir === parse(dir).root) {
    throw new AppError("invalid_input", `--out ${out} is the root of the disk: give a folder of its own.`);
  }
  if (!isFolderOrFree(dir, out)) {
    throw new AppError("invalid_input", `--out ${out} is a file: give a folder, which is made if it is not there.`);
  }
  if (existsSync(dir)) {
    const { assertFree } = await import("#documents");
    await assertFree(dir).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError("invalid_input", error.message, { cause: error }) : error;
    });
  }
  return dir;
}

/** Looks upwards to the first folder that stands, which must be ours to write in. */
function isFolderOrFree(dir: string, out: string): boolean {
  try {
    const stands = statSync(dir, { throwIfNoEntry: false });
    if (!stands) return isFolderOrFree(dirname(dir), out);
    if (!stands.isDirectory()) return false;
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", `--out ${out} cannot be written: give a folder that is yours.`, {
      cause: error,
    });
  }
}

/** Brings the project's tree below `dir` up to date; only what differs travels. Answers what a person had changed there. */
export async function writeFiles(client: Client, project: Pick<Project, "id">, dir: string): Promise<WrittenTree> {
  const params = { projectId: project.id };
  const { items } = await client.listProjectFiles({ params });
  const files: TreeFile[] = [];
  for (const file of items) {
    if (await stands(dir, file)) continue;
    const { path, text } = await client.readProjectFile({ params, query: { path: file.path } });
    files.push({ path, text });
  }
  const { writeTree } = await import("#documents");
  return writeTree({ dir, files });
}

async function stands(dir: string, file: ProjectFile): Promise<boolean> {
  try {
    const path = join(dir, file.path);
    if (!(await lstat(path)).isFile()) return false; // a link is never the file, whatever it leads to
    return sha256(await readFile(path)) === file.sha256;
  } catch {
    return false; // not there, or not readable: writing it will tell
  }
}

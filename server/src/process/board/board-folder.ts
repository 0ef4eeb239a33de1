import { lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "#documents";
import type { BoardFile } from "./decide-sync.ts";

const folders = ["Pending", "Current", "Complete"];
/** Nobody's checklist is larger. */
const largest = 900_000;

/** The board's files below a project's folder; `fresh`: there is no board yet. Links are not followed. */
export async function readBoardFolder(dir: string): Promise<{ files: BoardFile[]; fresh: boolean }> {
  const files: BoardFile[] = [];
  let fresh = true;
  for (const folder of folders) {
    if (!(await standing(join(dir, folder)))?.isDirectory()) continue;
    fresh = false;
    for (const name of (await readdir(join(dir, folder))).sort()) {
      const path = `${folder}/${name}`;
      const stands = await standing(join(dir, path));
      if (!name.endsWith(".md") || name.startsWith(".") || !stands?.isFile() || stands.size > largest) continue;
      files.push({ path, text: await readFile(join(dir, path), "utf8") });
    }
  }
  return { files, fresh };
}

/**
 * Does to the files what a sync says. New places are written before old ones are removed, so that a stop in between leaves a
 * copy and loses nothing; a file that changed since it was read, or appeared where none was, is left for the next sync.
 */
export async function writeBoardFolder(
  dir: string,
  input: { read: readonly BoardFile[]; write: readonly BoardFile[]; remove: readonly string[] },
): Promise<void> {
  const before = new Map(input.read.map(({ path, text }) => [path, text]));
  const isAsRead = async (path: string) => {
    const stands = await standing(join(dir, path));
    if (!stands) return !before.has(path);
    return stands.isFile() && (await readFile(join(dir, path), "utf8")) === before.get(path);
  };
  // All three, also the empty ones: files are moved into them.
  for (const folder of folders) await mkdir(join(dir, folder), { recursive: true });
  for (const { path, text } of input.write) {
    if ((await standing(join(dir, dirname(path))))?.isDirectory() && (await isAsRead(path))) {
      await replaceFile(join(dir, path), text);
    }
  }
  for (const path of input.remove) if (await isAsRead(path)) await rm(join(dir, path), { force: true });
}

const standing = (path: string) => lstat(path).catch(() => null);

import { lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { replaceFile } from "#documents";
import type { BoardFile } from "./decide-sync.ts";

const folders = ["Pending", "Current", "Complete"];
/** Nobody's checklist is larger. */
const largest = 900_000;

/** `known`: cards whose files this folder has had; undefined where it does not say. `fresh`: there is no board yet. */
export type BoardFolder = { files: BoardFile[]; fresh: boolean; known?: string[] };

/** A project may have several folders: each remembers for itself what stood in it, so that it can tell what was deleted. */
const memory = ".board.json";
const Memory = z.object({ seen: z.array(z.string()).max(10_000) });

/** The board's files below a project's folder. Links are not followed. */
export async function readBoardFolder(dir: string): Promise<BoardFolder> {
  for (let tries = 1; ; tries++) {
    const before = await list(dir);
    const files: BoardFile[] = [];
    for (const path of before ?? []) {
      const stands = await standing(join(dir, path));
      if (!stands?.isFile() || stands.size > largest) continue;
      const text = await readFile(join(dir, path), "utf8").catch(() => null); // gone since
      if (text !== null) files.push({ path, text });
    }
    // Somebody moves files from folder to folder meanwhile: one that was in neither when we looked is not deleted.
    if (tries === mostTries || String(before) === String(await list(dir)))
      return { files, fresh: before === null, ...(await readMemory(dir)) };
  }
}

async function readMemory(dir: string): Promise<{ known?: string[] }> {
  if (!(await standing(join(dir, memory)))?.isFile()) return {};
  try {
    return { known: Memory.parse(JSON.parse(await readFile(join(dir, memory), "utf8"))).seen };
  } catch {
    return {}; // damaged: then nothing is known
  }
}

const mostTries = 5;

/** Every file that could be a card; null: there is no board. */
async function list(dir: string): Promise<string[] | null> {
  const paths: string[] = [];
  let isFresh = true;
  for (const folder of folders) {
    if (!(await standing(join(dir, folder)))?.isDirectory()) continue;
    isFresh = false;
    const names = await readdir(join(dir, folder)).catch(() => []);
    paths.push(...names.filter(isCardName).map((name) => `${folder}/${name}`));
  }
  return isFresh ? null : paths.sort();
}

const isCardName = (name: string): boolean => name.endsWith(".md") && !name.startsWith(".");

/**
 * Does to the files what a sync says. New places are written before old ones are removed, so that a stop in between leaves a
 * copy and loses nothing; a file that changed since it was read, or appeared where none was, is left for the next sync.
 */
export async function writeBoardFolder(
  dir: string,
  input: {
    read: readonly BoardFile[];
    write: readonly BoardFile[];
    remove: readonly string[];
    seen: readonly string[];
  },
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
  const { known } = await readMemory(dir);
  if (String(known) !== String(input.seen))
    await replaceFile(join(dir, memory), `${JSON.stringify({ seen: input.seen })}\n`);
}

const standing = (path: string) => lstat(path).catch(() => null);

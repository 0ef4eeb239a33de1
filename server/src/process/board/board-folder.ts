import { lstat, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { replaceFile } from "#documents";
import { AppError, makeFolder, syncFolder } from "#platform";
import type { BoardFile, TooLarge } from "./decide-sync.ts";
import { cardNamedIn } from "./text/card-file.ts";

const folders = ["Pending", "Current", "Complete"];
/** The maximum size of a card's file in bytes. Of a larger file, only the beginning is read, to recognise a card. */
const largest = 900_000;
const beginning = 10_000;

/** `known`: the cards that had files in this folder; undefined if there is no record. `fresh`: there is no board yet. */
export type BoardFolder = { files: BoardFile[]; tooLarge: TooLarge[]; fresh: boolean; known?: string[] };

/** A project may have several folders. Each records which cards have had a file in it, to detect deleted files. */
const memory = ".board.json";
const Memory = z.object({ seen: z.array(z.string()).max(10_000) });

/**
 * Reads the board's files in a project's folder and follows no links. People may keep hundreds of notes there, so a file
 * that is not a card is returned without its text. Its path is returned, because no card may be written there.
 */
export async function readBoardFolder(dir: string): Promise<BoardFolder> {
  for (let tries = 1; ; tries++) {
    const before = await list(dir);
    const files: BoardFile[] = [];
    const tooLarge: TooLarge[] = [];
    for (const path of before ?? []) {
      const read = await readCard(join(dir, path));
      if (read?.card !== undefined) tooLarge.push({ path, card: read.card });
      else if (read) files.push({ path, text: read.text });
    }
    // A file that is moved during the scan may be seen in neither folder, so the folders are scanned again before it is
    // reported as deleted.
    if (tries === mostTries || String(before) === String(await list(dir)))
      return { files, tooLarge, fresh: before === null, ...(await readMemory(dir)) };
  }
}

type Read = { text: string; card?: undefined } | { card: string };

/**
 * Returns null if there is no file. `text` is empty if the file is not a card. `card` names the card of a file that is
 * too large.
 */
async function readCard(path: string): Promise<Read | null> {
  const stands = await standing(path);
  if (!stands) return null;
  if (!stands.isFile()) return { text: "" };
  if (stands.size > largest) {
    const card = cardNamedIn(await readBeginning(path).catch(() => ""));
    return card === undefined ? { text: "" } : { card };
  }
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  return { text: cardNamedIn(text) === undefined ? "" : text };
}

async function readBeginning(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning), 0, beginning, 0);
  return buffer.toString("utf8", 0, bytesRead);
}

async function readMemory(dir: string): Promise<{ known?: string[] }> {
  if (!(await standing(join(dir, memory)))?.isFile()) return {};
  try {
    return { known: Memory.parse(JSON.parse(await readFile(join(dir, memory), "utf8"))).seen };
  } catch {
    return {}; // damaged: nothing is known about earlier files
  }
}

const mostTries = 5;

/** Every file that could be a card; null if there is no board. */
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
 * Applies the result of a sync to the files. New files are written before old ones are removed, so that a crash in between
 * leaves a copy and loses nothing. A file that was created or changed after the folder was read is left for the next sync.
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
  await makeFolders(
    dir,
    input.write.map(({ path }) => dirname(path)),
  );
  const unwritten = new Set<string | undefined>();
  for (const { path, text } of input.write) {
    if (await isAsRead(path)) await replaceFile(join(dir, path), text);
    else unwritten.add(cardNamedIn(text));
  }
  if (input.write.length > 0) for (const folder of ["", ...folders]) await syncFolder(join(dir, folder));
  for (const path of input.remove) {
    if (unwritten.has(cardNamedIn(before.get(path) ?? ""))) continue; // it is still the only file of its card
    if (await isAsRead(path)) await rm(join(dir, path), { force: true });
  }
  const { known } = await readMemory(dir);
  if (String(known) !== String(input.seen))
    await replaceFile(join(dir, memory), `${JSON.stringify({ seen: input.seen })}\n`);
}

/** Creates all three folders, because people move files even into empty ones. Does not write through a link. */
async function makeFolders(dir: string, needed: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const path = join(dir, folder);
    if (!(await standing(path))) await makeFolder(path);
    else if (needed.includes(folder) && !(await standing(path))?.isDirectory()) {
      const what = `${path} is a link or a file, but the board needs a folder there. Move it away.`;
      throw new AppError("data_folder_unwritable", what);
    }
  }
}

const standing = (path: string) => lstat(path).catch(() => null);

import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isIntact } from "../front-matter.ts";
import { deconstructPath } from "../paths/deconstruct-path.ts";
import { canBeTaken } from "./standing-file.ts";

/**
 * The documents that a person edited in a project's folder, or in the folder of one of its sessions. The front matter of
 * each file has the hash of its original text, so no database is needed.
 */
export async function findEdited(dir: string, { session }: { session?: string | undefined } = {}): Promise<string[]> {
  const folders = (await namesIn(dir)).filter((name) =>
    session === undefined ? /^session_[0-9a-f]{8}$/.test(name) : name === `session_${session}`,
  );
  const edited: string[] = [];
  for (const folder of folders) {
    for (const path of await documentsBelow(dir, folder)) {
      const text = await readFile(join(dir, path), "utf8").catch(() => null);
      if (text !== null && !isIntact(text)) edited.push(path);
    }
  }
  return edited.sort();
}

async function documentsBelow(dir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => {
      const file = deconstructPath(path);
      return file !== null && canBeTaken(file);
    });
}

const namesIn = (dir: string): Promise<string[]> => readdir(dir).catch(() => []);

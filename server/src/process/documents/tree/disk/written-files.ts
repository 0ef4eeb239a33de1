import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sha256 } from "#platform";
import { replaceFile } from "./replace-file.ts";

/**
 * Some files are rewritten repeatedly and contain no hash: the brief, readme, settings, seed prompts and feedback. This
 * record of the texts that the program wrote shows whether a file was changed by a person or only has an older text of the
 * program. A text is recorded before it is written. If it were recorded afterwards and the process were killed in between,
 * the file would seem to have been changed by a person.
 */
const name = ".files.json";
/**
 * For each path, the hashes of the last texts, newest last. One hash would not be enough, because several jobs may write
 * the file at the same time.
 */
const Remembered = z.object({ written: z.record(z.string(), z.array(z.string())) });
const mostRemembered = 8;

export type WrittenFiles = {
  /** True if the program has written this text to this path. */
  has(path: string, text: string): boolean;
  /** Records texts that are about to be written. */
  remember(files: readonly { path: string; text: string }[]): Promise<void>;
};

export async function readWrittenFiles(dir: string): Promise<WrittenFiles> {
  const known = await read(dir);
  return {
    has: (path, text) => known.get(path)?.includes(sha256(text)) ?? false,
    async remember(files) {
      const added = files
        .map(({ path, text }) => ({ path, hash: sha256(text) }))
        .filter(({ path, hash }) => known.get(path)?.at(-1) !== hash);
      if (added.length > 0) await oneAfterTheOther(dir, () => merge(dir, added));
    },
  };
}

async function read(dir: string): Promise<Map<string, string[]>> {
  const place = join(dir, name);
  try {
    if (!(await lstat(place)).isFile()) return new Map();
    return new Map(Object.entries(Remembered.parse(JSON.parse(await readFile(place, "utf8"))).written));
  } catch {
    return new Map(); // missing or damaged: no text is known to be the program's, so all files that differ are moved aside
  }
}

/**
 * Several jobs of this process may record files of one project at the same time, so their updates run one after the other.
 */
const underWay = new Map<string, Promise<void>>();

async function oneAfterTheOther(dir: string, act: () => Promise<void>): Promise<void> {
  const own = (underWay.get(dir) ?? Promise.resolve()).catch(() => undefined).then(act);
  underWay.set(dir, own);
  try {
    await own;
  } finally {
    if (underWay.get(dir) === own) underWay.delete(dir);
  }
}

async function merge(dir: string, added: readonly { path: string; hash: string }[]): Promise<void> {
  const all = await read(dir);
  for (const { path, hash } of added) {
    const others = (all.get(path) ?? []).filter((one) => one !== hash);
    all.set(path, [...others, hash].slice(-mostRemembered));
  }
  const written = Object.fromEntries([...all].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  await replaceFile(join(dir, name), `${JSON.stringify({ written }, null, 1)}\n`);
}

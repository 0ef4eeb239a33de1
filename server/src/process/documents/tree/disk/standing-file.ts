import { lstat, readFile, rename, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { hasSameBody, isIntact } from "../front-matter.ts";
import type { StoredFile } from "../paths/stored-file.ts";

/**
 * What is at a path before a file is written there: nothing, a file with the same bytes, a file that may be replaced, or a
 * text that a person changed.
 */
export type Standing = "nothing" | "same" | "ours" | "edited";

export async function standingAt(input: {
  dir: string;
  path: string;
  text: string;
  file: StoredFile;
  isEdited: (path: string, found: string) => Promise<boolean>;
}): Promise<Standing> {
  const { dir, path, text, file, isEdited } = input;
  const place = join(dir, path);
  const stands = await lstat(place).catch(() => null);
  if (!stands) return "nothing";
  if (!stands.isFile()) return "ours"; // a symbolic link is never the person's text
  const bytes = await readFile(place);
  if (bytes.equals(Buffer.from(text))) return "same";
  const found = bytes.toString("utf8");
  if (hasOwnHash(file)) return isIntact(found) || hasSameBody(found, text) ? "ours" : "edited";
  return (await isEdited(path, found)) ? "edited" : "ours";
}

/** True for files whose front matter contains the hash of their text. With it, a person's edit can be detected. */
const hasOwnHash = ({ kind }: StoredFile): boolean => kind === "document" || kind === "artifact" || kind === "version";

/** True if the program can save a person's changes to a file of this kind as a new version of a document. */
export const canBeTaken = ({ kind }: StoredFile): boolean => kind === "document" || kind === "artifact";

/**
 * True for files without a hash that the program rewrites as a session continues, or when another project is written to
 * the same folder. The program never changes other files without a hash, so any difference in one of them was made by a
 * person.
 */
export const isRewritten = ({ kind }: StoredFile): boolean =>
  ["brief", "plan", "readme", "settings", "seed_prompt", "feedback"].includes(kind);

/** Moves a file that a person changed to `name.edited.md` in the same folder, and returns the new path. */
export async function keepBeside(dir: string, path: string): Promise<string> {
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  const text = await readFile(join(dir, path));
  for (let number = 1; ; number++) {
    const beside = `${stem}.edited${number === 1 ? "" : `-${number}`}${ending}`;
    const taken = await lstat(join(dir, beside)).catch(() => null);
    if (!taken) {
      await rename(join(dir, path), join(dir, beside));
      return beside;
    }
    if (taken.isFile() && (await readFile(join(dir, beside))).equals(text)) {
      await rm(join(dir, path));
      return beside;
    }
  }
}

import { createWriteStream } from "node:fs";
import { chmod, lstat, realpath, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, modeIn, renameSynced } from "#platform";

/**
 * Writes to a temporary file and renames it, so that a partial file never looks complete. Error messages call the content
 * `what`, and put `option` before the path. With `isPrivate`, only its owner may read the file.
 */
export async function writeWhole(
  path: string,
  body: Readable,
  { what, option, isPrivate = false }: { what: string; option: string; isPrivate?: boolean },
): Promise<number> {
  const place = await placeOf(path, option);
  const part = `${place}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(part, { flags: "wx", mode: 0o600 }));
    if (!isPrivate) await chmod(part, await modeIn(dirname(place), 0o666));
    const { size } = await stat(part);
    await renameSynced(part, place);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    if (!isFileError(error)) throw new AppError("internal", `${what} was interrupted. Try again.`, { cause: error });
    throw new AppError(
      "invalid_input",
      `${option} ${path} cannot be written. Give a file in a folder that you can write to.`,
      {
        cause: error,
      },
    );
  }
}

/** Follows a link. Rejects devices and pipes, because renaming a file to their path would destroy them. */
async function placeOf(path: string, option: string): Promise<string> {
  const isLink = (await lstat(path).catch(() => null))?.isSymbolicLink() ?? false;
  const place = isLink ? await realpath(path).catch(() => null) : path;
  if (place === null) throw new AppError("invalid_input", `${option} ${path} is a broken link.`);
  const found = await stat(place).catch(() => null);
  if (!found || found.isFile()) return place;
  const what = found.isDirectory() ? "a folder" : "not a file";
  throw new AppError("invalid_input", `${option} ${path} is ${what}. Give a file, or “-” for stdout.`);
}

/** True if the error is from writing the file, false if it is from reading the content. */
const isFileError = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error;

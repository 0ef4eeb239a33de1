import { createWriteStream } from "node:fs";
import { chmod, lstat, realpath, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, modeIn, renameSynced } from "#platform";

/** Beside its place and then renamed: half a file must not look like a whole one. `what` and `option` name it in sentences. */
export async function writeWhole(
  path: string,
  body: Readable,
  { what, option }: { what: string; option: string },
): Promise<number> {
  const place = await placeOf(path, option);
  const part = `${place}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(part, { flags: "wx", mode: 0o600 }));
    await chmod(part, await modeIn(dirname(place), 0o666));
    const { size } = await stat(part);
    await renameSynced(part, place);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    if (!isOfFile(error)) throw new AppError("internal", `${what} broke off. Try again.`, { cause: error });
    throw new AppError("invalid_input", `${option} ${path} cannot be written: give a file in a folder that is yours.`, {
      cause: error,
    });
  }
}

/** Where a link leads; never a device or a pipe: renaming onto one would put a file in the place of it. */
async function placeOf(path: string, option: string): Promise<string> {
  const isLink = (await lstat(path).catch(() => null))?.isSymbolicLink() ?? false;
  const place = isLink ? await realpath(path).catch(() => null) : path;
  if (place === null) throw new AppError("invalid_input", `${option} ${path} is a link that leads nowhere.`);
  const found = await stat(place).catch(() => null);
  if (!found || found.isFile()) return place;
  const what = found.isDirectory() ? "a folder" : "no file";
  throw new AppError("invalid_input", `${option} ${path} is ${what}: name a file, or - for standard output.`);
}

/** Whether the file was the trouble, or what was to be written into it. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error;

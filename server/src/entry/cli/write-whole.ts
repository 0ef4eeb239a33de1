import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#platform";

/** Beside its place and then renamed: half a file must not look like a whole one. `what` and `option` name it in sentences. */
export async function writeWhole(
  path: string,
  body: Readable,
  { what, option }: { what: string; option: string },
): Promise<number> {
  const part = `${path}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(part, { flags: "wx" }));
    const { size } = await stat(part);
    await rename(part, path);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    if (!isOfFile(error)) throw new AppError("internal", `${what} broke off. Try again.`, { cause: error });
    throw new AppError("invalid_input", `${option} ${path} cannot be written: give a file in a folder that is yours.`, {
      cause: error,
    });
  }
}

/** Whether the file was the trouble, or what was to be written into it. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error;

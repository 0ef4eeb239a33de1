import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AppError } from "#platform";

/** A file that can be read, by its whole path. */
export async function assertFile(file: string): Promise<string> {
  const path = resolve(file);
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError("unreadable_file", `The file ${file} cannot be read: there is none.`);
  if (!found.isFile()) throw new AppError("unreadable_file", `${file} is no file: give an export, such as plan.zip.`);
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new AppError("unreadable_file", `The file ${file} cannot be read: you may not.`, { cause: error });
  });
  return path;
}

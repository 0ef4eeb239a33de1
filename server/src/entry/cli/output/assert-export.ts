import { constants } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AppError } from "#platform";

/** A file that can be read and may be an export, by its whole path. What is wrong inside of it is told by who reads it. */
export async function assertExport(file: string): Promise<string> {
  const path = resolve(file);
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError("unreadable_file", `The file ${file} cannot be read: there is none.`);
  if (!found.isFile()) throw new AppError("unreadable_file", `${file} is no file: give an export, such as plan.zip.`);
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new AppError("unreadable_file", `The file ${file} cannot be read: you may not.`, { cause: error });
  });
  if (!(await isZip(path))) throw new AppError("unreadable_file", noExport(file));
  return path;
}

/** By its first bytes, as every zip that holds something has them. */
async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.equals(Buffer.from("PK\x03\x04"));
}

const noExport = (file: string): string =>
  `${file} is no export: an export is a zip. Give one that "dialectic export <project>" wrote, such as plan.zip.`;

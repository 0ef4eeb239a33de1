import { constants } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ApiError } from "@dialectic/contract";
import { AppError } from "#platform";

/**
 * Returns the absolute path of an export. Throws if it is not a readable zip file. Its content is verified when it is read.
 */
export async function assertExport(file: string): Promise<string> {
  const path = resolve(file);
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError("unreadable_file", `The file ${file} does not exist.`);
  if (!found.isFile())
    throw new AppError("unreadable_file", `${file} is not a file. Give an export, such as plan.zip.`);
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new AppError("unreadable_file", `The file ${file} cannot be read: permission denied.`, { cause: error });
  });
  if (!(await isZip(path))) throw new AppError("unreadable_file", notAnExport(file));
  return path;
}

/** Checks the first four bytes, which are the same in every non-empty zip file. */
async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.equals(Buffer.from("PK\x03\x04"));
}

const notAnExport = (file: string): string =>
  `${file} is not an export. Give a zip file that "dialectic export <project>" wrote, such as plan.zip.`;

/**
 * Rewrites an error about an export so that it names the file as the user typed it, and says what to do. The original
 * message contains the full path, or "The file" if it comes from the server.
 */
export function exportError(error: unknown, { file, path }: { file: string; path: string }): unknown {
  const { code, message } =
    error instanceof ApiError ? { ...error.problem, message: error.problem.detail } : toPlain(error);
  if (code !== "damaged_export") return error;
  const named = message.replaceAll(path, file).replace(/^The file\b/, file);
  const full = named.startsWith(file) ? named : `${file} cannot be used: ${named}`;
  return new AppError(code, `${full} Export the project again, or use another copy of the file.`, { cause: error });
}

const toPlain = (error: unknown) =>
  error instanceof AppError ? { code: error.code, message: error.message } : { code: null, message: "" };

import { ApiError } from "@dialectic/contract";
import { AppError } from "#platform";

/**
 * What is wrong with an export, by the name the user gave it, with what to do. Whoever found it may have had it under
 * another path, or none: `path` is that of this machine, and the server says "The file".
 */
export function aboutExport(error: unknown, { file, path }: { file: string; path: string }): unknown {
  const { code, message } =
    error instanceof ApiError ? { ...error.problem, message: error.problem.detail } : toPlain(error);
  if (code !== "damaged_export") return error;
  const named = message.replaceAll(path, file).replace(/^The file\b/, file);
  const told = named.startsWith(file) ? named : `${file} cannot be used: ${named}`;
  return new AppError(code, `${told} Export the project again, or take another copy of the file.`, { cause: error });
}

const toPlain = (error: unknown) =>
  error instanceof AppError ? { code: error.code, message: error.message } : { code: null, message: "" };

import { ApiError } from "@dialectic/contract";
import { AppError } from "#platform";

/**
 * Rewrites an error about an export so that it names the file as the user typed it, and says what to do. The message
 * contains the full path, or "The file" if it comes from the server.
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

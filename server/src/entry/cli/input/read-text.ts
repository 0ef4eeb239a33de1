import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { AppError } from "#platform";

/** A text and where it came from. `what` is what messages call it; `name` is the name of its file. */
export type ReadText = { text: string; name: string | undefined; what: string };

/** Reads a text from a file or, for `-`, from stdin. Throws if it is not UTF-8 text. */
export async function readText(file: string): Promise<ReadText> {
  const isStdin = file === "-";
  if (isStdin && process.stdin.readableEnded) {
    throw new AppError("invalid_input", "stdin can be read only once. Give the other text as a file.");
  }
  const bytes = isStdin ? await buffer(process.stdin) : await readBytes(file);
  const what = isStdin ? "The text from stdin" : `The file ${file}`;
  return { text: decode(bytes, what), name: isStdin ? undefined : basename(file), what };
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) {
      throw new AppError("unreadable_file", `${file} is a folder. Give a file, or “-” for stdin.`);
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw new AppError("unreadable_file", `The file ${file} does not exist.`, { cause: error });
    const reason = code === "EACCES" ? "permission denied" : String(error);
    throw new AppError("unreadable_file", `The file ${file} cannot be read: ${reason}.`, { cause: error });
  }
}

function decode(bytes: Buffer, what: string): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // invalid UTF-8 is reported below, like text with NUL bytes
  }
  throw new AppError("unreadable_file", `${what} is not UTF-8 text. Save it as plain text or Markdown.`);
}

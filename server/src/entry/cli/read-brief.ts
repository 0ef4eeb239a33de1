import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { AppError } from "#platform";

export type Brief = { text: string; name: string | undefined };

const maxLength = 2_000_000;

/** The request, from a file or, for `-`, from stdin; refused here unless it is text that says something. */
export async function readBrief(file: string): Promise<Brief> {
  const isStdin = file === "-";
  const bytes = isStdin ? await buffer(process.stdin) : await readBytes(file);
  const what = isStdin ? "What came from stdin" : `The file ${file}`;
  const text = decode(bytes, what);
  if (text.trim() === "") {
    throw new AppError("empty_brief", `${what} is empty: write into it what should be planned, in your own words.`);
  }
  if (text.length > maxLength) {
    throw new AppError(
      "invalid_input",
      `${what} is longer than ${maxLength} characters: a brief is a request, not an archive.`,
    );
  }
  return { text, name: isStdin ? undefined : basename(file) };
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) {
      throw new AppError("unreadable_file", `${file} is a folder: give the file with the brief, or - for stdin.`);
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = code === "ENOENT" ? "there is none" : code === "EACCES" ? "you may not read it" : String(error);
    throw new AppError("unreadable_file", `The file ${file} cannot be read: ${reason}.`, { cause: error });
  }
}

function decode(bytes: Buffer, what: string): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // told below: bytes that are no UTF-8 and bytes that are no text are the same to the reader
  }
  throw new AppError("unreadable_file", `${what} is not UTF-8 text: save it as plain text or Markdown.`);
}

import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { AppError } from "#platform";

/** A text and where it came from: `what` names it in sentences, `name` is its file's name. */
export type ReadText = { text: string; name: string | undefined; what: string };

/** A text from a file or, for `-`, from stdin; refused here unless it is text. Stdin is read only where `-` asks for it. */
export async function readText(file: string): Promise<ReadText> {
  const isStdin = file === "-";
  if (isStdin && process.stdin.readableEnded) {
    throw new AppError("invalid_input", "Two texts are asked of stdin, and it gives one: give the other as a file.");
  }
  const bytes = isStdin ? await buffer(process.stdin) : await readBytes(file);
  const what = isStdin ? "What came from stdin" : `The file ${file}`;
  return { text: decode(bytes, what), name: isStdin ? undefined : basename(file), what };
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) {
      throw new AppError("unreadable_file", `${file} is a folder: give a file, or - for stdin.`);
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

import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Problem, StatementQuery } from "@dialectic/contract";
import { ApiError } from "@dialectic/contract";
import type { z } from "zod";
import { AppError } from "#platform";
import type { Cli } from "./cli.ts";
import type { Link } from "./connect.ts";

/** The statement as CSV into a file or to standard output, as it comes: its length costs no memory. */
export async function saveStatement(
  cli: Cli,
  link: Link,
  { query, file }: { query: z.input<typeof StatementQuery>; file: string },
): Promise<void> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await link.send(`/api/wallet/statement.csv?${new URLSearchParams(given)}`, {});
  if (!response.ok) throw new ApiError((await response.json()) as Problem);
  if (!response.body) throw new AppError("internal", "The statement came without a body.");
  const body = Readable.from(response.body);
  if (file === "-") return pipeline(body, process.stdout, { end: false });
  const path = resolve(file);
  const bytes = await writeWhole(path, body);
  cli.print({ file: path, bytes }, () => path);
}

/** Beside its place and then renamed: half a statement must not look like a whole one. */
async function writeWhole(path: string, body: Readable): Promise<number> {
  const part = `${path}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(part, { flags: "wx" }));
    const { size } = await stat(part);
    await rename(part, path);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    if (!isOfFile(error)) throw new AppError("internal", "The statement broke off. Try again.", { cause: error });
    throw new AppError("invalid_input", `--csv ${path} cannot be written: give a file in a folder that is yours.`, {
      cause: error,
    });
  }
}

/** Whether the file was the trouble, or what was to be written into it. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error;

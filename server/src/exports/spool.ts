import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sweepLeftovers } from "#documents";
import { AppError, type Config, makePrivateFolder, prepareFolder } from "#platform";

export type SpooledFile = AsyncDisposable & { path: string };

/** The path of a local temporary file or folder, removed after use. Also removes the files of killed processes. */
export async function spoolFile({ dataDir }: Pick<Config, "dataDir">): Promise<SpooledFile> {
  const dir = join(dataDir, "spool");
  prepareFolder(dataDir);
  makePrivateFolder(dir);
  await sweepLeftovers(dir);
  const path = join(dir, `.tmp-${process.pid}-${randomUUID()}`);
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true, recursive: true }) };
}

/** The maximum size of an uploaded export: larger than any project in the tests, but too small to fill most disks. */
const maxBytes = 16 * 2 ** 30;

/** Saves an uploaded export. */
export async function receive(body: Readable, path: string): Promise<void> {
  let bytes = 0;
  const limited = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError("invalid_input", "The file is larger than any export can be.");
      yield chunk;
    }
  };
  await pipeline(body, limited, createWriteStream(path, { flags: "wx", mode: 0o600 }));
}

import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "../errors.ts";
import { renameSynced, syncNewFolders } from "../files/sync-files.ts";
import { type Blobs, isBlobName } from "./blobs.ts";

/**
 * A blob store in a folder. Blobs are spread over 256 subfolders, and are partial files in `.parts` while they are
 * being written. Other files in the folder are left alone.
 */
export function createFolderBlobs(dir: string): Blobs {
  const parts = join(dir, ".parts");
  const folderOf = (sha256: string) => join(dir, sha256.slice(0, 2));
  const placeOf = (sha256: string) => {
    if (!isBlobName(sha256)) throw new AppError("internal", "A blob's name must be its hash.", { retry: false });
    return join(folderOf(sha256), sha256);
  };
  return {
    async put({ file, sha256 }) {
      const place = placeOf(sha256);
      for (const folder of [folderOf(sha256), parts])
        syncNewFolders(folder, await mkdir(folder, { recursive: true, mode: 0o700 }));
      await sweepParts(parts);
      const part = join(parts, randomUUID());
      try {
        await copyChecked(file, part, sha256);
        await renameSynced(part, place);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(sha256) {
      const handle = await open(placeOf(sha256)).catch(ifThere);
      if (!handle) return null;
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), bytes: size };
    },
    remove: async (sha256) => rm(placeOf(sha256), { force: true }),
    async *list() {
      for (const folder of (await readdir(dir).catch(ifThere)) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(dir, folder))) {
          const found = isBlobName(name) ? await stat(placeOf(name)).catch(ifThere) : null;
          if (found) yield { sha256: name, putAt: found.mtime };
        }
      }
    },
  };
}

const oneDayMs = 24 * 60 * 60 * 1000;

/**
 * Removes partial files of processes that died. The age of a file decides, because the folder may be shared with other
 * machines, whose processes are not visible here.
 */
async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const part = join(folder, name);
    const found = await stat(part).catch(ifThere);
    if (found && Date.now() - found.mtimeMs > oneDayMs) await rm(part, { force: true });
  }
}

async function copyChecked(from: string, to: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(createReadStream(from), counted, createWriteStream(to, { flags: "wx", mode: 0o600 }));
  if (hash.digest("hex") !== sha256) {
    throw new AppError("internal", `${from} is not the file whose hash is ${sha256}.`, { retry: false });
  }
}

function ifThere(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

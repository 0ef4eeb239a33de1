import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

export type HashedFile = {
  /** The number of bytes written so far. */
  readonly bytes: number;
  put(chunk: Buffer): Promise<void>;
  /** Appends the hash of all bytes so far, in hex. Returns the hash of the whole file. */
  end(): Promise<{ sha256: string; bytes: number }>;
  close(): Promise<void>;
};

/** Collects small entries into writes of this size. */
const bufferBytes = 256 * 1024;

/** Creates a file, writes it sequentially, and hashes it on the way. */
export function createHashedFile(path: string): HashedFile {
  const opened = open(path, "wx", 0o600);
  opened.catch(() => undefined); // `put` reports the error
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(bufferBytes);
  let filled = 0;
  let bytes = 0;
  const flush = async () => {
    await writeAll(await opened, buffer.subarray(0, filled));
    filled = 0;
  };
  const put = async (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
    if (filled + chunk.length > bufferBytes) await flush();
    if (chunk.length > bufferBytes) return writeAll(await opened, chunk);
    filled += chunk.copy(buffer, filled);
  };
  const close = async () => {
    const handle = await opened.catch(() => null);
    await handle?.close();
  };
  return {
    get bytes() {
      return bytes;
    },
    put,
    async end() {
      await put(Buffer.from(hash.copy().digest("hex")));
      await flush();
      await close();
      return { sha256: hash.digest("hex"), bytes };
    },
    close,
  };
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
}

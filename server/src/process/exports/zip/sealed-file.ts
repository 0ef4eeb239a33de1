import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

export type SealedFile = {
  /** How many bytes there are so far. */
  readonly bytes: number;
  put(chunk: Buffer): Promise<void>;
  /** Ends the file with the hash of all it has so far, in hex; the hash it gives back is that of the whole file. */
  end(): Promise<{ sha256: string; bytes: number }>;
  close(): Promise<void>;
};

/** So much is written at once: entries of a few bytes come by the thousand. */
const bufferBytes = 256 * 1024;

/** A file that is not there yet, written from front to back and hashed on the way. */
export function createSealedFile(path: string): SealedFile {
  const opened = open(path, "wx", 0o600);
  opened.catch(() => undefined); // whoever puts something hears of it
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

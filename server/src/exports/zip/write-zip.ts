import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import { AppError, sha256 } from "#platform";
import { checksumLength, checksumPrefix } from "./checksum.ts";
import { createHashedFile } from "./hashed-file.ts";
import { centralRecord, dataDescriptor, endRecord, localHeader, maxEntryBytes, type ZipEntry } from "./records.ts";

export type WrittenEntry = { sha256: string; bytes: number };

export type ZipWriter = {
  /** Adds a file. A text is compressed in the background, so a later call may throw its error. */
  add(path: string, content: string | AsyncIterable<string | Buffer>): Promise<WrittenEntry>;
  /** Finishes the zip. Returns the hash and size of the whole file. */
  end(): Promise<{ sha256: string; bytes: number }>;
  /** Closes the file without finishing the zip. */
  abort(): Promise<void>;
};

/** The number of texts compressed in parallel: two of the four threads of Node's thread pool. */
const maxParallel = 2;
/** The limit on the total size of queued texts; a text above the limit is queued alone. */
const maxQueuedBytes = 2 * 2 ** 20;

type QueuedText = { path: string; content: Buffer; packed: Promise<Buffer> };

/**
 * Writes a zip with a checksum, entry by entry, in the order of `add`. Most entries are texts of a few kilobytes:
 * compressing each in one call takes a tenth of the time of a stream per entry. For why yazl is not used, see decision 65.
 */
export function writeZip(path: string): ZipWriter {
  const file = createHashedFile(path);
  const entries: ZipEntry[] = [];
  const queue: QueuedText[] = [];
  let queuedBytes = 0;

  const writeOldest = async () => {
    const oldest = queue.shift();
    if (!oldest) return;
    queuedBytes -= oldest.content.length;
    const packed = await oldest.packed;
    const sizes = { crc: crc32(oldest.content), bytes: oldest.content.length, packed: packed.length };
    const entry = begin(oldest.path, { streamed: false, ...sizes });
    await file.put(localHeader(entry));
    await file.put(packed);
  };
  const writeQueue = async () => {
    while (queue.length > 0) await writeOldest();
  };
  const begin = (name: string, rest: Omit<ZipEntry, "path" | "at">): ZipEntry => {
    const entry = { path: name, at: file.bytes, ...rest };
    entries.push(entry);
    return entry;
  };

  async function addText(name: string, text: string): Promise<WrittenEntry> {
    const content = Buffer.from(text);
    assertFits(name, content.length);
    while (queue.length >= maxParallel || (queue.length > 0 && queuedBytes + content.length > maxQueuedBytes))
      await writeOldest();
    const packed = pack(content, { chunkSize: Math.min(Math.max(content.length, 1024), maxChunkBytes) });
    packed.catch(() => undefined); // `writeOldest` reports the error
    queue.push({ path: name, content, packed });
    queuedBytes += content.length;
    return { sha256: sha256(content), bytes: content.length };
  }

  async function addStream(name: string, chunks: AsyncIterable<string | Buffer>): Promise<WrittenEntry> {
    await writeQueue();
    const entry = begin(name, { streamed: true, crc: 0, bytes: 0, packed: 0 });
    const hash = createHash("sha256");
    const counted = async function* () {
      for await (const piece of chunks) {
        const chunk = typeof piece === "string" ? Buffer.from(piece) : piece;
        hash.update(chunk);
        entry.crc = crc32(chunk, entry.crc);
        entry.bytes += chunk.length;
        assertFits(name, entry.bytes);
        yield chunk;
      }
    };
    await file.put(localHeader(entry));
    await pipeline(counted, createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) {
        entry.packed += chunk.length;
        await file.put(chunk);
      }
    });
    await file.put(dataDescriptor(entry));
    return { sha256: hash.digest("hex"), bytes: entry.bytes };
  }

  return {
    add: (name, content) => (typeof content === "string" ? addText(name, content) : addStream(name, content)),
    async end() {
      await writeQueue();
      const at = file.bytes;
      for (const entry of entries) await file.put(centralRecord(entry));
      await file.put(endRecord({ entries: entries.length, at, bytes: file.bytes - at }, checksumLength));
      await file.put(Buffer.from(checksumPrefix));
      return file.end();
    },
    async abort() {
      await Promise.allSettled(queue.map(({ packed }) => packed));
      await file.close();
    },
  };
}

const pack = promisify(deflateRaw);
/** Larger output chunks mean fewer switches between threads. */
const maxChunkBytes = 256 * 1024;

function assertFits(path: string, bytes: number): void {
  if (bytes > maxEntryBytes)
    throw new AppError("invalid_input", `${path} is too large for an export: a file may have 4 GB at most.`);
}

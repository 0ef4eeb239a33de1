import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import { AppError, sha256 } from "#platform";
import { centralRecord, dataDescriptor, endRecord, largestEntry, localHeader, type ZipEntry } from "./records.ts";
import { sealLength, sealPrefix } from "./seal.ts";
import { createSealedFile } from "./sealed-file.ts";

export type WrittenEntry = { sha256: string; bytes: number };

export type ZipWriter = {
  /** Adds a file. A text is packed while the caller goes on: a fault may be heard at the next one, or at the end. */
  add(path: string, content: string | AsyncIterable<string>): Promise<WrittenEntry>;
  /** Ends the zip; the hash and the size are those of the whole file. */
  end(): Promise<{ sha256: string; bytes: number }>;
  /** Gives up: nothing is left open. */
  abort(): Promise<void>;
};

/** Texts packed at the same time: two of the four threads that everything in this process shares. */
const atOnce = 2;
/** Texts wait for their turn up to this size in all, or a single one that is larger. */
const mostWaiting = 2 * 2 ** 20;

type Packing = { path: string; content: Buffer; packed: Promise<Buffer> };

/**
 * Writes a sealed zip to a file, entry by entry. Most entries of an export are texts of a few kilobytes: they are packed
 * whole, which takes a tenth of what a chain of streams does for each of them, and the order in which they were added stays.
 */
export function writeZip(path: string): ZipWriter {
  const file = createSealedFile(path);
  const entries: ZipEntry[] = [];
  const queue: Packing[] = [];
  let waiting = 0;

  const writeOldest = async () => {
    const oldest = queue.shift();
    if (!oldest) return;
    waiting -= oldest.content.length;
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
    while (queue.length >= atOnce || (queue.length > 0 && waiting + content.length > mostWaiting)) await writeOldest();
    const packed = pack(content, { chunkSize: Math.min(Math.max(content.length, 1024), mostChunk) });
    packed.catch(() => undefined); // heard when its turn comes
    queue.push({ path: name, content, packed });
    waiting += content.length;
    return { sha256: sha256(content), bytes: content.length };
  }

  async function addStream(name: string, parts: AsyncIterable<string>): Promise<WrittenEntry> {
    await writeQueue();
    const entry = begin(name, { streamed: true, crc: 0, bytes: 0, packed: 0 });
    const hash = createHash("sha256");
    const counted = async function* () {
      for await (const part of parts) {
        const chunk = Buffer.from(part);
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
      await file.put(endRecord({ entries: entries.length, at, bytes: file.bytes - at }, sealLength));
      await file.put(Buffer.from(sealPrefix));
      return file.end();
    },
    async abort() {
      await Promise.allSettled(queue.map(({ packed }) => packed));
      await file.close();
    },
  };
}

const pack = promisify(deflateRaw);
/** What is packed comes in pieces of this size, each of which costs a turn between two threads. */
const mostChunk = 256 * 1024;

function assertFits(path: string, bytes: number): void {
  if (bytes > largestEntry) throw new AppError("invalid_input", `${path} is larger than a file of an export can be.`);
}

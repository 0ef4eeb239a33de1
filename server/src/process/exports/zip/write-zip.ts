import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { createSeal } from "./create-seal.ts";

export type WrittenEntry = { sha256: string; bytes: number };

export type ZipWriter = {
  /** Adds a file and waits until it is read: one at a time, so that what is in memory is what the caller holds. */
  add(path: string, content: string | AsyncIterable<string>): Promise<WrittenEntry>;
  /** Ends the zip; the hash and the size are those of the whole file. */
  end(): Promise<{ sha256: string; bytes: number }>;
  /** Gives up: nothing is left open. */
  abort(error: unknown): Promise<void>;
};

/** The same for every entry, so that the same content makes the same bytes. DOS times are local, hence no UTC here. */
const always = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** Writes a sealed zip to a file, entry by entry. */
export function writeZip(file: string): ZipWriter {
  const zip = new ZipFile();
  const seal = createSeal();
  const current: Holder = { stream: null };
  const written = pipeline(
    new Readable().wrap(zip.outputStream),
    seal.stream,
    createWriteStream(file, { flags: "wx" }),
  );
  let fault: Error | undefined;
  written.catch((error: Error) => {
    fault = error;
    current.stream?.destroy(error); // whoever waits for it hears of it
  });
  return {
    async add(path, content) {
      if (fault) throw fault;
      const entry: WrittenEntry = { sha256: "", bytes: 0 };
      current.stream = Readable.from(counted(content, entry), { objectMode: false });
      addEntry(zip, path, current.stream);
      await finished(current.stream, { writable: false });
      current.stream = null;
      return entry;
    },
    async end() {
      zip.end();
      await written;
      return seal.outcome();
    },
    async abort(error) {
      seal.stream.destroy(error instanceof Error ? error : new Error(String(error)));
      await written.catch(() => undefined);
    },
  };
}

type Holder = { stream: Readable | null };

/**
 * yazl remembers every entry until the end, with its name and whatever gave it its bytes: what it remembers must let go
 * of them. (A project of 64 MB would not fit into 64 MB otherwise.)
 */
function addEntry(zip: ZipFile, path: string, stream: Readable): void {
  const holder: Holder = { stream };
  withoutPool(() =>
    zip.addReadStreamLazy(path, always, (give) => {
      const given = holder.stream ?? Readable.from([]);
      holder.stream = null;
      give(null, given);
    }),
  );
}

/** A few bytes that are kept would keep the whole pool they were cut from: 64 kB for the name of every file. */
function withoutPool(act: () => void): void {
  const { poolSize } = Buffer;
  try {
    Buffer.poolSize = 0;
    act();
  } finally {
    Buffer.poolSize = poolSize;
  }
}

/** The content as bytes, counted and hashed on the way. */
async function* counted(content: string | AsyncIterable<string>, entry: WrittenEntry): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const part of typeof content === "string" ? [content] : content) {
    const chunk = Buffer.from(part);
    hash.update(chunk);
    entry.bytes += chunk.length;
    yield chunk;
  }
  entry.sha256 = hash.digest("hex");
}

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
  const written = pipeline(
    new Readable().wrap(zip.outputStream),
    seal.stream,
    createWriteStream(file, { flags: "wx" }),
  );
  written.catch(() => undefined); // whoever waits hears of it, in add or in end
  return {
    async add(path, content) {
      const hash = createHash("sha256");
      let bytes = 0;
      const counted = async function* () {
        for await (const part of typeof content === "string" ? [content] : content) {
          const chunk = Buffer.from(part);
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      };
      const stream = Readable.from(counted(), { objectMode: false });
      zip.addReadStream(stream, path, always);
      const broken = written.then(() => Promise.reject(new Error("The zip ended before its files.")));
      await Promise.race([finished(stream, { writable: false }), broken]);
      return { sha256: hash.digest("hex"), bytes };
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

import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from "yauzl";
import { AppError } from "#platform";
import { WindowReader } from "./window-reader.ts";

export type OpenZip = AsyncDisposable & {
  /** Every file in it, with the size it says it has. */
  readonly files: ReadonlyMap<string, { bytes: number }>;
  /** The bytes of a file, as many as it says it has; fails where its checksum does not fit. */
  read(path: string): AsyncGenerator<Buffer>;
};

/** What no export has, and a zip made to do harm may have. */
const most = {
  files: 1_000_000,
  /** Of one name, and of all of them: the list of files is held in memory. */
  name: 4_000,
  names: 256 * 2 ** 20,
  bytes: 64 * 2 ** 30,
  /** Text becomes a tenth of itself, or a hundredth where it repeats itself; the worst zips become a thousandth. */
  ratio: 200,
  /** Below this, nothing can do harm. */
  harmless: 16 * 2 ** 20,
};

/** Opens a zip and refuses one whose list of files is not what an export's could be. Nothing is unpacked. */
export async function openZip(path: string): Promise<OpenZip> {
  const file = await open(path).catch((error: unknown) => {
    throw damaged(`${path} cannot be opened: ${reason(error)}`, error);
  });
  try {
    const reader = new WindowReader(file);
    const { size } = await file.stat();
    const options = { autoClose: false, strictFileNames: true, validateEntrySizes: true };
    const zip = await fromRandomAccessReaderPromise(reader, size, options).catch((error: unknown) => {
      // It was not whole, or never a zip: what the library calls the parts of one helps nobody.
      throw damaged(`${path} is no zip that can be read: the list of files that ends it is missing or damaged.`, error);
    });
    const entries = await listEntries(zip);
    return {
      files: new Map([...entries].map(([name, entry]) => [name, { bytes: entry.uncompressedSize }])),
      read: (name) => readEntry({ zip, reader }, entries.get(name), name),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > most.files) throw damaged(`It says it has ${zip.entryCount} files; no export has so many.`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let names = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      assertHarmless(entry);
      names += entry.fileName.length;
      if (names > most.names) throw damaged("The names of its files alone are larger than those of any export.");
      if (entries.has(entry.fileName)) throw damaged(`${entry.fileName} is in it twice.`);
      entries.set(entry.fileName, entry);
      bytes += entry.uncompressedSize;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw damaged(`Its list of files cannot be trusted: ${reason(error)}`, error); // paths that lead out of it, among others
  }
  if (bytes > most.bytes) throw damaged(`It says it would be ${bytes} bytes when unpacked; no export is so large.`);
  return entries;
}

function assertHarmless(entry: Entry): void {
  const { fileName: name, uncompressedSize: bytes, compressedSize } = entry;
  if (name.length > most.name) throw damaged(`${name.slice(0, 80)}… is longer than the name of any file of an export.`);
  if (name.endsWith("/")) throw damaged(`${name} is a folder; an export has files only.`);
  if (!entry.canDecodeFileData()) throw damaged(`${name} is encrypted, or packed in a way that is not ours.`);
  if (bytes > most.harmless && bytes > most.ratio * compressedSize)
    throw damaged(`${name} says that ${compressedSize} bytes become ${bytes}; no text does that.`);
}

type Source = { zip: ZipFile; reader: WindowReader };

async function* readEntry(source: Source, entry: Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (!entry) throw damaged(`${name} is not in it.`);
  let sum = 0;
  try {
    for await (const chunk of await chunksOf(source, entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(`${name} cannot be read: ${reason(error)}`, error);
  }
  if (sum !== entry.crc32) throw damaged(`${name} was altered: its checksum does not fit.`);
}

/** A small one is unpacked whole: most are, and a chain of streams for each of them takes several times as long. */
async function chunksOf({ zip, reader }: Source, entry: Entry): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const { compressedSize, uncompressedSize: bytes } = entry;
  if (bytes > smallBytes || compressedSize > smallBytes) return zip.openReadStreamPromise(entry);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = await reader.bytes(fileDataStart, compressedSize);
  const room = { maxOutputLength: Math.max(bytes, 1), chunkSize: Math.min(Math.max(bytes, 64), 256 * 1024) };
  const content = entry.compressionMethod === 0 ? packed : await unpack(packed, room).catch(tellLarger);
  if (content.length !== bytes) throw new Error(`It has ${content.length} bytes and says ${bytes}.`);
  return [content];
}

function tellLarger(error: NodeJS.ErrnoException): never {
  throw error.code === "ERR_BUFFER_TOO_LARGE" ? new Error("It has more bytes than it says.", { cause: error }) : error;
}

const unpack = promisify(inflateRaw);
const smallBytes = 2 ** 20;

const damaged = (message: string, cause?: unknown): AppError =>
  new AppError("damaged_export", message, cause === undefined ? {} : { cause });

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.?$/, ".");

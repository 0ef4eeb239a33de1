import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from "yauzl";
import { AppError } from "#platform";
import { WindowReader } from "./window-reader.ts";

export type OpenZip = AsyncDisposable & {
  /** Every file, with its declared size. */
  readonly files: ReadonlyMap<string, { bytes: number }>;
  /** Streams a file. Fails if its size or CRC-32 is wrong. */
  read(path: string): AsyncGenerator<Buffer>;
};

/** Limits that no export reaches, but a malicious zip may exceed. */
const max = {
  files: 1_000_000,
  /**
   * The maximum number of characters of one name (`name`) and of all names together (`names`), because the list of files is
   * kept in memory.
   */
  name: 4_000,
  names: 256 * 2 ** 20,
  bytes: 64 * 2 ** 30,
  /** Text is compressed to a tenth of its size, or to a hundredth if it repeats itself; a zip bomb to a thousandth. */
  ratio: 200,
  /** Smaller files are accepted whatever their ratio. */
  harmless: 16 * 2 ** 20,
};

/** Opens a zip without unpacking it. Refuses a zip whose list of files is invalid or exceeds the limits above. */
export async function openZip(path: string): Promise<OpenZip> {
  const file = await open(path).catch((error: unknown) => {
    throw damaged(`${path} cannot be opened: ${reason(error)}`, error);
  });
  try {
    const reader = new WindowReader(file);
    const { size } = await file.stat();
    const options = { autoClose: false, strictFileNames: true, validateEntrySizes: true };
    const zip = await fromRandomAccessReaderPromise(reader, size, options).catch((error: unknown) => {
      // Truncated, or not a zip: the library's own message would not help a user.
      throw damaged(`${path} is not a readable zip: the list of files at its end is missing or damaged.`, error);
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
  if (zip.entryCount > max.files) throw damaged(`The zip declares ${zip.entryCount} files; no export has so many.`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let names = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      assertHarmless(entry);
      names += entry.fileName.length;
      if (names > max.names) throw damaged("The file names of the zip are longer than those of any export.");
      if (entries.has(entry.fileName)) throw damaged(`The zip contains ${entry.fileName} twice.`);
      entries.set(entry.fileName, entry);
      bytes += entry.uncompressedSize;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw damaged(`The list of files is invalid: ${reason(error)}`, error); // for example, a path that leads outside
  }
  if (bytes > max.bytes) throw damaged(`The zip declares ${bytes} bytes of content; no export is so large.`);
  return entries;
}

function assertHarmless(entry: Entry): void {
  const { fileName: name, uncompressedSize: bytes, compressedSize } = entry;
  if (name.length > max.name) throw damaged(`${name.slice(0, 80)}… is longer than any file name of an export.`);
  if (name.endsWith("/")) throw damaged(`${name} is a folder; an export has files only.`);
  if (!entry.canDecodeFileData()) throw damaged(`${name} is encrypted, or compressed by an unsupported method.`);
  if (bytes > max.harmless && bytes > max.ratio * compressedSize)
    throw damaged(`${name} declares that ${compressedSize} bytes expand to ${bytes}; no text does.`);
}

type Source = { zip: ZipFile; reader: WindowReader };

async function* readEntry(source: Source, entry: Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (!entry) throw damaged(`The zip does not contain ${name}.`);
  let sum = 0;
  try {
    for await (const chunk of await chunksOf(source, entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(`${name} cannot be read: ${reason(error)}`, error);
  }
  if (sum !== entry.crc32) throw damaged(`${name} was altered: its CRC-32 does not match.`);
}

/** Unpacks a small file in one step. Most files are small, and a stream for each would take several times as long. */
async function chunksOf({ zip, reader }: Source, entry: Entry): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const { compressedSize, uncompressedSize: bytes } = entry;
  if (bytes > maxSmallBytes || compressedSize > maxSmallBytes) return zip.openReadStreamPromise(entry);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = await reader.bytes(fileDataStart, compressedSize);
  const limits = { maxOutputLength: Math.max(bytes, 1), chunkSize: Math.min(Math.max(bytes, 64), 256 * 1024) };
  const content = entry.compressionMethod === 0 ? packed : await unpack(packed, limits).catch(explainTooLarge);
  if (content.length !== bytes) throw new Error(`It has ${content.length} bytes but declares ${bytes}.`);
  return [content];
}

function explainTooLarge(error: NodeJS.ErrnoException): never {
  throw error.code === "ERR_BUFFER_TOO_LARGE"
    ? new Error("It has more bytes than it declares.", { cause: error })
    : error;
}

const unpack = promisify(inflateRaw);
const maxSmallBytes = 2 ** 20;

const damaged = (message: string, cause?: unknown): AppError =>
  new AppError("damaged_export", message, cause === undefined ? {} : { cause });

const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.?$/, ".");

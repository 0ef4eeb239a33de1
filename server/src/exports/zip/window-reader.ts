import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

/** yauzl reads a few dozen bytes at a time, mostly sequentially, so one read from disk serves thousands of yauzl's reads. */
const windowBytes = 256 * 1024;

/**
 * Reads a file for yauzl through a window of buffered bytes. The caller that opened the file closes it. A stream is not used,
 * because destroying a stream closes its file.
 */
export class WindowReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #window = Buffer.alloc(windowBytes);
  #start = 0;
  #length = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  bytes(position: number, length: number): Promise<Buffer> {
    const read = this.#queue.then(() => this.#read(position, length));
    this.#queue = read.catch(() => undefined);
    return read;
  }

  override read(
    to: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => {
        bytes.copy(to, offset);
        process.nextTick(done, null);
      },
      (error) => process.nextTick(done, error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += windowBytes) yield this.bytes(at, Math.min(windowBytes, end - at));
  }

  async #read(position: number, length: number): Promise<Buffer> {
    if (length > windowBytes) {
      const whole = Buffer.alloc(length);
      const got = await fill(this.#file, whole, position);
      return upTo(whole, got, length);
    }
    if (position < this.#start || position + length > this.#start + this.#length) {
      this.#length = 0;
      this.#length = await fill(this.#file, this.#window, position);
      this.#start = position;
    }
    const from = position - this.#start;
    return Buffer.from(upTo(this.#window.subarray(from), this.#length - from, length));
  }
}

async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, at, buffer.length - at, position + at);
    at += bytesRead;
    if (bytesRead === 0 || at === buffer.length) return at;
  }
}

function upTo(bytes: Buffer, got: number, length: number): Buffer {
  if (got < length) throw new Error("The file is truncated.");
  return bytes.subarray(0, length);
}

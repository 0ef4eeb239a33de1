const headerBytes = 16;
const firstBytes = 4_096;
/** The maximum size. Only address space is reserved: memory is used as far as it is written. */
const mostBytes = 256 * 2 ** 20;

/**
 * Memory that holds the latest value that one thread has written for another. Unlike a message, a write does not wake the
 * reading thread: waking it for every lease cost a tenth of the jobs per second. A value can be read as soon as it is written,
 * even if the writing thread then blocks.
 *
 * The header has a version, which is odd during a write, the length of the value in bytes, and the time of the last write.
 */
export function createLatest(): SharedArrayBuffer {
  return new SharedArrayBuffer(firstBytes, { maxByteLength: mostBytes });
}

/** Writes a value that can be written as JSON. Only one thread may write. */
export function writeLatest(memory: SharedArrayBuffer, value: unknown): void {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  const needed = headerBytes + bytes;
  if (needed > memory.byteLength) memory.grow(Math.min(mostBytes, Math.max(needed, 2 * memory.byteLength)));
  const { header, writtenAt } = viewsOf(memory);
  Atomics.add(header, 0, 1);
  Buffer.from(memory, headerBytes, bytes).write(text);
  Atomics.store(header, 1, bytes);
  Atomics.store(writtenAt, 0, process.hrtime.bigint());
  Atomics.add(header, 0, 1);
}

/** Reads the latest value and its age; null if none was written. */
export function readLatest<T>(memory: SharedArrayBuffer): { value: T; ageMs: number } | null {
  const { header, writtenAt } = viewsOf(memory);
  for (;;) {
    const version = Atomics.load(header, 0);
    if (version === 0) return null;
    if (version % 2 === 1) {
      Atomics.wait(header, 0, version, 1); // a write takes microseconds
      continue;
    }
    const text = Buffer.from(memory, headerBytes, Atomics.load(header, 1)).toString();
    const at = Atomics.load(writtenAt, 0);
    // Adding zero, unlike a load, is also a barrier for the reads before it.
    if (Atomics.add(header, 0, 0) !== version) continue;
    return { value: JSON.parse(text) as T, ageMs: Number(process.hrtime.bigint() - at) / 1e6 };
  }
}

const viewsOf = (memory: SharedArrayBuffer) => ({
  header: new Int32Array(memory, 0, 2),
  writtenAt: new BigInt64Array(memory, 8, 1),
});

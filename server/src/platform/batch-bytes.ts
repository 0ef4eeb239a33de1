/** Yields the items in order, in batches of at most `mostBytes` bytes; a larger item gets a separate batch. */
export function* batchBytes<T extends { bytes: number }>(things: Iterable<T>, mostBytes: number): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const thing of things) {
    if (part.length > 0 && bytes + thing.bytes > mostBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(thing);
    bytes += thing.bytes;
  }
  if (part.length > 0) yield part;
}

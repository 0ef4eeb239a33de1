import type { Blobs } from "./blobs.ts";

/** A file younger than this may still get its row, because a file is stored before the row that names it. */
const youngMs = 60 * 60 * 1000;
const batch = 500;

/** Removes files that are at least an hour old and not in use. Returns how many. */
export async function collectBlobs(
  blobs: Blobs,
  input: { inUse: (hashes: string[]) => Promise<string[]>; now: number },
): Promise<number> {
  let removed = 0;
  let old: string[] = [];
  const flush = async () => {
    const used = new Set(old.length > 0 ? await input.inUse(old) : []);
    for (const sha256 of old.filter((one) => !used.has(one))) {
      await blobs.remove(sha256);
      removed += 1;
    }
    old = [];
  };
  for await (const { sha256, putAt } of blobs.list()) {
    if (input.now - putAt.getTime() < youngMs) continue;
    old.push(sha256);
    if (old.length >= batch) await flush();
  }
  await flush();
  return removed;
}

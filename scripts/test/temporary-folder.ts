import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";
/** Folders of embedded databases come and go, a dozen at a time; a browser has its own. */
const room = 6 * 2 ** 30;

/**
 * Where tests make their folders, gone when it is disposed of. In memory, where that is to be had and there is enough: an
 * embedded database has hundreds of files, and to make them on a disk took a tenth of the whole run.
 */
export async function temporaryFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join((await hasRoom()) ? inMemory : tmpdir(), "dialectic-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function hasRoom(): Promise<boolean> {
  if (!existsSync(inMemory) || freemem() < room) return false;
  try {
    const { bavail, bsize } = await statfs(inMemory);
    return bavail * bsize >= room;
  } catch {
    return false;
  }
}

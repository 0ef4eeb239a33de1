import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";
/** Enough for a dozen folders of embedded databases and a browser profile. */
const room = 6 * 2 ** 30;

/**
 * Creates the folder in which tests create their folders; disposing removes it. It is in memory if there is room: an
 * embedded database has hundreds of files, and creating them on a disk took a tenth of the whole run.
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

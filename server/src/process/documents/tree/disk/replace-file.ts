import { randomUUID } from "node:crypto";
import { chmod, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crashPoint, modeIn } from "#platform";

/**
 * Replaces a file atomically: after a crash or a power cut, either the old file or the whole new file is there. The new file
 * is sure to survive a power cut only after its folder has been synced (`syncFolder`).
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const leftover = join(dirname(path), `.tmp-${process.pid}-${randomUUID()}`);
  try {
    await writeFile(leftover, text, { flag: "wx", mode: 0o600, flush: true });
    await chmod(leftover, await modeIn(dirname(path), 0o666));
    crashPoint("file half written");
    await rename(leftover, path);
  } catch (error) {
    await rm(leftover, { force: true });
    throw error;
  }
}

/** Removes temporary files that killed processes left behind. */
export async function sweepLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.tmp-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { force: true, recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // ESRCH means that the process does not exist. Any other error means that it does.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AppError } from "../../errors.ts";
import { folderGone } from "../../folder/folder-gone.ts";
import type { FolderLock } from "../../folder/folder-lock.ts";

const betweenLooksMs = 500;

/**
 * Checks at intervals whether an open data folder is still there and still ours. PGlite does not notice: it continues
 * with the files it has open and answers other requests with misleading errors. Two checks in a row must agree, because
 * our lock disappears for a moment, and is then restored, if another process takes it for the lock of a dead process.
 */
export function watchFolder(input: { dataDir: string; lock: FolderLock; onGone: (reason: AppError) => void }): {
  stop(): void;
} {
  const { dataDir, lock, onGone } = input;
  let missed = 0;
  const timer = setInterval(() => {
    missed = isThere(dataDir, lock) ? 0 : missed + 1;
    if (missed < 2) return;
    clearInterval(timer);
    onGone(folderGone(dataDir));
  }, betweenLooksMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

const isThere = (dataDir: string, lock: FolderLock): boolean => lock.isOurs() && existsSync(join(dataDir, "database"));

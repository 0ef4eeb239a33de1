import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolderNow } from "./sync-files.ts";

/**
 * Writes a small file that only its owner may read, atomically: a reader sees the old text or the new one, even after a
 * power cut.
 */
export function writePrivateFile(path: string, text: string): void {
  const beside = `${path}.${process.pid}`;
  rmSync(beside, { force: true }); // left by a killed process with the same id
  writeFileSync(beside, text, { mode: 0o600, flag: "wx", flush: true });
  renameSync(beside, path);
  syncFolderNow(dirname(path));
}

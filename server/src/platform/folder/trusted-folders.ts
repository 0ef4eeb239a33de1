import { lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncFolderNow } from "../files/sync-files.ts";
import { type FolderIdentity, Identity, placeOf, readIdentity, settleIdentity } from "./folder-identity.ts";
import { isOwn, makePrivateFolder } from "./modes.ts";
import { userFolder } from "./user-folder.ts";

export type FolderTrust =
  | { ok: true }
  | { ok: false; why: "link" | "unknown" }
  | { ok: false; why: "copy"; of: string };

/** One file per data folder that this installation created or that the user trusts, named by the folder's id. */
const listDir = (): string => join(userFolder(), "folders");
const entryPath = (id: string): string => join(listDir(), `${id}.json`);

/**
 * Tells whether a data folder that was found, not named by the user, may be used. A cloned repository or an unpacked
 * archive can contain a data folder, which then belongs to the user like all its files. But neither can contain an id
 * that this installation has recorded for that folder.
 */
export function folderTrust(dataDir: string): FolderTrust {
  const found = lstatSync(dataDir, { throwIfNoEntry: false });
  if (!found) return { ok: true }; // the program will create it
  if (found.isSymbolicLink()) return { ok: false, why: "link" };
  const identity = readIdentity(dataDir);
  const noted = identity && readEntry(identity.id);
  if (!noted) return { ok: false, why: "unknown" };
  const here = placeOf(dataDir);
  if (noted.inode === here.inode || noted.path === here.path) return { ok: true };
  return { ok: false, why: "copy", of: noted.path };
}

/** Records that this folder may be used when it is found. Returns false if the record cannot be written. */
export function trustFolder(identity: FolderIdentity): boolean {
  try {
    makePrivateFolder(userFolder());
    if (!isOwn(userFolder())) return false;
    makePrivateFolder(listDir());
    const path = entryPath(identity.id);
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(identity), { mode: 0o600, flush: true });
    renameSync(`${path}.${process.pid}`, path);
    syncFolderNow(listDir());
    return true;
  } catch {
    return false; // no home folder, or not writable: the data folder has to be named each time
  }
}

/**
 * Updates the identity of a folder that is being opened. A trusted folder stays trusted after it was moved, or restored
 * from a backup to its old path. A folder that the user only named does not become trusted.
 */
export function settleTrusted(dataDir: string): { note: string | null } {
  const wasTrusted = folderTrust(dataDir).ok;
  const { identity, note } = settleIdentity(dataDir);
  const noted = readEntry(identity.id);
  const isNoted = noted?.path === identity.path && noted.inode === identity.inode;
  if (wasTrusted && !isNoted) trustFolder(identity);
  return { note };
}

function readEntry(id: string): FolderIdentity | null {
  try {
    return Identity.parse(JSON.parse(readFileSync(entryPath(id), "utf8")));
  } catch {
    return null;
  }
}

import { accessSync, constants, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { syncNewFolders } from "../files/sync-files.ts";
import { settleIdentity } from "./folder-identity.ts";
import { isOpenToOthers, keepPrivate, makePrivate } from "./modes.ts";
import { trustFolder } from "./trusted-folders.ts";

/**
 * Creates the data folder if it does not exist, and records that this installation created it. If the folder exists,
 * checks that it and its direct entries belong to the user, that none of them is a symbolic link, and that no one else
 * can read it. Permissions that are too wide are removed; the result is a note if the folder itself was open to others.
 * Another owner is refused.
 */
export function prepareFolder(dataDir: string): string | null {
  keepPrivate();
  try {
    const first = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    syncNewFolders(dataDir, first);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    assertOwn(dataDir);
    if (first !== undefined) trustFolder(settleIdentity(dataDir).identity);
    return mend(dataDir);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "data_folder_unwritable",
      `The data folder ${dataDir} cannot be written. Choose another with --data or DIALECTIC_HOME, or change its permissions.`,
      { cause: error },
    );
  }
}

/** Throws if the folder or one of its direct entries belongs to another user or is a symbolic link. */
export function assertOwn(dataDir: string): void {
  assertOwner(dataDir, statSync(dataDir));
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const found = lstatSync(path, { throwIfNoEntry: false }); // undefined: a temporary file of another process, already removed
    if (!found) continue;
    if (found.isSymbolicLink()) {
      throw refused(`${path} is a symbolic link. Replace it with what it points to, or remove it.`);
    }
    assertOwner(path, found);
  }
}

function assertOwner(path: string, { uid }: Stats): void {
  const own = process.getuid?.();
  if (own === undefined || uid === own) return; // Windows has no numeric owners
  throw refused(
    `${path} belongs to another user (uid ${uid}; you are ${own}). Switch to that user, choose another data folder with --data, or change its owner.`,
  );
}

/**
 * Makes the folder and its content private if the folder or one of its direct entries is open to others. Returns a note only
 * if the folder itself was open: otherwise others could not reach its content.
 */
function mend(dataDir: string): string | null {
  const isOpen = isOpenToOthers(dataDir);
  const mode = (statSync(dataDir).mode & 0o777).toString(8);
  const wide = readdirSync(dataDir).filter((name) => isReachable(join(dataDir, name)));
  if (!isOpen && wide.length === 0) return null;
  makePrivate(dataDir);
  return isOpen ? `The data folder ${dataDir} was open to other users (mode ${mode}). It is private now.` : null;
}

function isReachable(path: string): boolean {
  try {
    return isOpenToOthers(path);
  } catch {
    return false; // already removed
  }
}

const refused = (message: string): AppError => new AppError("data_folder_refused", message);

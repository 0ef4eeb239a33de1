import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, assertNoTransaction, prepareFolder, syncFolderNow } from "#platform";

export const createSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Returns a secret of the data folder: 32 bytes, as base64url. Creates it on first use. It survives a restart, so that open
 * pages and bookmarked addresses keep working and encrypted values can be decrypted.
 */
export function keepSecret(dataDir: string, name = "secret"): string {
  assertNoTransaction("Reading a file");
  const path = join(dataDir, name);
  try {
    return readSecret(path) ?? makeSecret(dataDir, path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "data_folder_unwritable",
      `The secret in ${path} cannot be read or written. Change the permissions of the folder, or choose another with --data.`,
      { cause: error },
    );
  }
}

/** Returns the data folder's secret, or null if there is no readable one. Creates none. */
export function findSecret(dataDir: string): string | null {
  try {
    return readSecret(join(dataDir, "secret"));
  } catch {
    return null;
  }
}

function readSecret(path: string): string | null {
  try {
    const secret = readFileSync(path, "utf8").trim();
    if (!/^[\w-]{43}$/.test(secret)) {
      throw new AppError(
        "data_folder_unwritable",
        `The file ${path} does not contain a secret. Remove it; the next start creates a new one.`,
      );
    }
    chmodSync(path, 0o600); // copying the data folder may have lost the file's mode
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes the secret under a temporary name and links it, so that two concurrent first starts agree on one secret and no
 * reader sees half of it. Syncs it, because losing it would lose everything encrypted with it.
 */
function makeSecret(dataDir: string, path: string): string {
  prepareFolder(dataDir);
  const own = `${path}.new-${process.pid}`;
  writeFileSync(own, createSecret(), { mode: 0o600, flush: true });
  try {
    linkSync(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(own, { force: true });
  }
  syncFolderNow(dataDir);
  return readFileSync(path, "utf8");
}

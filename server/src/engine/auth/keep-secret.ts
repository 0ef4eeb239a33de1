import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, assertNoTransaction, prepareFolder, syncFolderNow } from "#platform";

export const createSecret = (): string => randomBytes(32).toString("base64url");

/**
 * A secret of the data folder, made at first use: 32 bytes, as base64url. It outlives a restart, so that a page left open
 * goes on working, a bookmarked address stays good, and what was encrypted with it can be read again.
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
      `The secret in ${path} can be neither read nor written. Change the permissions of the folder, or choose another with --data.`,
      { cause: error },
    );
  }
}

/** The data folder's secret if there is one that can be read; makes none. */
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
        `The file ${path} does not hold a secret. Remove it; a new one is made at the next start.`,
      );
    }
    chmodSync(path, 0o600); // a copied data folder may have lost it
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Written under another name and linked, so that two first starts agree on one and nobody reads half of it; synced, because what
 * is encrypted with it would be lost with it.
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

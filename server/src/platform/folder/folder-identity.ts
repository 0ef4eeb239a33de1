import { createHmac, randomUUID } from "node:crypto";
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { syncFolderNow } from "../files/sync-files.ts";

/**
 * The identity of a data folder. Path, device and inode record where the folder was when it was last opened. If they do
 * not match, the folder was moved or is a copy.
 */
export const Identity = z.object({ id: z.uuid(), path: z.string(), device: z.string(), inode: z.string() });
export type FolderIdentity = z.infer<typeof Identity>;

const identityName = "identity.json";
/**
 * The secret authenticates calls to the HTTP API (`keepSecret` in access). A copy of the folder gets a new secret, so that
 * the copy gives no access to the original.
 */
const secretName = "secret";

/** Returns null if the identity file is missing, as in a new folder, or damaged. */
export function readIdentity(dataDir: string): FolderIdentity | null {
  try {
    return Identity.parse(JSON.parse(readFileSync(join(dataDir, identityName), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Makes sure that the folder has its own identity. Call it while holding the folder's lock. The same inode means the
 * same folder, even if it was moved or its file system has another device number after a restart; another inode means a
 * copy, which gets a new identity and a new secret.
 */
export function settleIdentity(dataDir: string): { identity: FolderIdentity; note: string | null } {
  const here = placeOf(dataDir);
  const known = readIdentity(dataDir);
  if (known && isSame(known, here)) return { identity: known, note: null };
  const isCopy = known !== null && known.inode !== here.inode;
  if (isCopy) refuseHardLinks(dataDir, known);
  const identity = { id: known && !isCopy ? known.id : randomUUID(), ...here };
  if (isCopy) rmSync(join(dataDir, secretName), { force: true });
  if (isCopy) syncFolderNow(dataDir); // so that a power cut cannot leave a new identity with the original's secret
  const path = join(dataDir, identityName);
  writeFileSync(`${path}.new`, JSON.stringify(identity), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  syncFolderNow(dataDir); // a folder that lost its identity in a power cut would no longer be trusted
  const note = `The data folder ${dataDir} is a copy of ${known?.path}. It now has an identity and a secret of its own; the original is unchanged.`;
  return { identity, note: isCopy ? note : null };
}

/**
 * A value that only a process with the secret of this very folder can compute; `port` is where the request arrived, so that a
 * rogue server cannot relay the challenge to the real one.
 */
export function proofOf(input: { dataDir: string; secret: string; port: number; challenge: string }): string {
  const { dataDir, secret, port, challenge } = input;
  const { device, inode } = placeOf(dataDir);
  const id = readIdentity(dataDir)?.id ?? "";
  const message = ["proof of a data folder, version 1", id, device, inode, String(port), challenge].join("\n");
  return createHmac("sha256", secret).update(message).digest("base64url");
}

export function placeOf(dataDir: string): Omit<FolderIdentity, "id"> {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return { path: realpathSync(dataDir), device: String(dev), inode: String(ino) };
}

const isSame = (known: FolderIdentity, here: Omit<FolderIdentity, "id">): boolean =>
  known.path === here.path && known.device === here.device && known.inode === here.inode;

/** A copy made of hard links shares its files with the original, so a write to one changes the other. */
function refuseHardLinks(dataDir: string, known: FolderIdentity): void {
  if (statSync(join(dataDir, identityName)).nlink === 1) return;
  throw new AppError(
    "data_folder_refused",
    `The data folder ${dataDir} shares files with ${known.path}: it was copied with hard links, and work in one would damage the other. Copy it again without them.`,
  );
}

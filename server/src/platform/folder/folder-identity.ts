import { createHmac, randomUUID } from "node:crypto";
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { syncFolderNow } from "../files/sync-files.ts";

/**
 * Which data folder this is. Path, device and inode say where it was when it was last opened: a folder that says so of
 * another place was moved there, or is a copy.
 */
export const Identity = z.object({ id: z.uuid(), path: z.string(), device: z.string(), inode: z.string() });
export type FolderIdentity = z.infer<typeof Identity>;

const identityName = "identity.json";
/** What the HTTP API is called with (`keepSecret` in auth). A copy must not open the original's door. */
const secretName = "secret";

/** Null: the folder is new, is older than identities, or its file is damaged. */
export function readIdentity(dataDir: string): FolderIdentity | null {
  try {
    return Identity.parse(JSON.parse(readFileSync(join(dataDir, identityName), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Makes sure that the folder has an identity of its own. To be called by the process that holds its lock. The same inode
 * means the same folder, also where it was moved or its file system has another device number after a restart; another
 * inode means a copy, which gets a new identity and a new secret.
 */
export function settleIdentity(dataDir: string): { identity: FolderIdentity; note: string | null } {
  const here = placeOf(dataDir);
  const known = readIdentity(dataDir);
  if (known && isSame(known, here)) return { identity: known, note: null };
  const isCopy = known !== null && known.inode !== here.inode;
  if (isCopy) refuseHardLinks(dataDir, known);
  const identity = { id: known && !isCopy ? known.id : randomUUID(), ...here };
  if (isCopy) rmSync(join(dataDir, secretName), { force: true });
  if (isCopy) syncFolderNow(dataDir); // no power cut leaves a new identity with the original's secret
  const path = join(dataDir, identityName);
  writeFileSync(`${path}.new`, JSON.stringify(identity), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  syncFolderNow(dataDir); // a folder that lost its identity in a power cut would be a stranger's
  const note = `The data folder ${dataDir} is a copy of ${known?.path}. It has an identity and a secret of its own from now on; the original is not touched.`;
  return { identity, note: isCopy ? note : null };
}

/**
 * What only a process can compute that knows the secret of exactly this folder; `port` is where it was asked, so that
 * nobody can pass the question on to the real server.
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

/** A copy made of hard links has the very files of the original: to write to one is to write to the other. */
function refuseHardLinks(dataDir: string, known: FolderIdentity): void {
  if (statSync(join(dataDir, identityName)).nlink === 1) return;
  throw new AppError(
    "data_folder_refused",
    `The data folder ${dataDir} shares files with ${known.path}: it was copied with hard links, and work in one would damage the other. Copy it again without them.`,
  );
}

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keepSecret } from "#access";
import { AppError, assertNoTransaction } from "#platform";
import { type ModelSettings, readVariable } from "../providers/model-settings.ts";

/**
 * A key that encrypts provider keys. Each ciphertext is stored with the id of its master key, which reveals nothing
 * about the master key itself.
 */
export type MasterKey = { id: string; key: Buffer };

const fileName = "master-key";

/**
 * All configured master keys. The first one encrypts, the others only decrypt. To change the master key, put the new
 * one before the old one. An embedded database may have its own master key in the data folder.
 */
export function readMasterKeys(settings: ModelSettings): MasterKey[] {
  const { dataDir, isShared } = settings;
  const hasFile = dataDir !== null && !isShared && existsSync(join(dataDir, fileName));
  return [...configuredKeys(settings), ...(hasFile ? [toMasterKey(keepSecret(dataDir, fileName))] : [])];
}

/** The master key to encrypt with. An embedded database creates its own at first use; a server must have one configured. */
export function requireMasterKey(settings: ModelSettings): MasterKey {
  const [first] = readMasterKeys(settings);
  if (first) return first;
  if (settings.dataDir !== null && !settings.isShared) return toMasterKey(keepSecret(settings.dataDir, fileName));
  throw new AppError(
    "no_master_key",
    'Keys are stored encrypted, and there is no master key to encrypt them with. Create one with "openssl rand -base64 32" and set DIALECTIC_SECRET_KEY to it, or DIALECTIC_SECRET_KEY_FILE to its file, for the server and every worker. Keep a copy: without it, the stored keys are lost.',
  );
}

function configuredKeys(settings: ModelSettings): MasterKey[] {
  const given = readVariable(settings, "DIALECTIC_SECRET_KEY");
  if (given !== undefined) return parseKeys(given, "DIALECTIC_SECRET_KEY");
  const path = readVariable(settings, "DIALECTIC_SECRET_KEY_FILE");
  return path === undefined ? [] : parseKeys(readKeyFile(path), path);
}

function readKeyFile(path: string): string {
  assertNoTransaction("Reading a file");
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = `${path} (DIALECTIC_SECRET_KEY_FILE) cannot be read. Check the path and its permissions.`;
    throw new AppError("no_master_key", why, { cause: error });
  }
}

/**
 * One or several keys, separated by commas or white space. The error never quotes them, because a mistyped key is almost the
 * real one.
 */
function parseKeys(text: string, where: string): MasterKey[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (parts.length > 0 && parts.every((part) => decode(part).length === 32)) return parts.map(toMasterKey);
  throw new AppError(
    "no_master_key",
    `${where} must hold 32 bytes as base64, 44 characters; "openssl rand -base64 32" makes such a key.`,
  );
}

/** Accepts only the two base64 alphabets, because the decoder would skip invalid characters. */
const decode = (text: string): Buffer => Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : "", "base64");

function toMasterKey(text: string): MasterKey {
  const key = decode(text);
  const id = createHash("sha256").update("dialectic master key id").update(key).digest("hex").slice(0, 16);
  return { id, key };
}

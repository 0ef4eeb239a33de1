import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keepSecret } from "#auth";
import { AppError, assertNoTransaction } from "#platform";
import { type ModelSettings, readVariable } from "../providers/model-settings.ts";

/** What providers' keys are encrypted with. Its id, which tells nothing of it, stands beside what it sealed. */
export type MasterKey = { id: string; key: Buffer };

const fileName = "master-key";

/**
 * Every master key there is. The first seals; the others still open what they sealed, so that a new one can be put
 * before an old one. An embedded database may have one of its own, in the data folder.
 */
export function readMasterKeys(settings: ModelSettings): MasterKey[] {
  const { dataDir, isShared } = settings;
  const isKept = dataDir !== null && !isShared && existsSync(join(dataDir, fileName));
  return [...configuredKeys(settings), ...(isKept ? [toMasterKey(keepSecret(dataDir, fileName))] : [])];
}

/** The one to seal with. An embedded database makes its own at first use; users of a server need one they can rely on. */
export function requireMasterKey(settings: ModelSettings): MasterKey {
  const [first] = readMasterKeys(settings);
  if (first) return first;
  if (settings.dataDir !== null && !settings.isShared) return toMasterKey(keepSecret(settings.dataDir, fileName));
  throw new AppError(
    "no_master_key",
    'Keys are stored encrypted, and there is no master key to encrypt them with. Make one with "openssl rand -base64 32" and set it as DIALECTIC_SECRET_KEY, or the file it is in as DIALECTIC_SECRET_KEY_FILE, for the server and every worker. Keep a copy: without it, what it sealed is lost.',
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
    const why = `${path}, which DIALECTIC_SECRET_KEY_FILE names, cannot be read. Check the path and its permissions.`;
    throw new AppError("no_master_key", why, { cause: error });
  }
}

/** One or several, separated by commas or white space. What is wrong is never quoted: it may be nearly right. */
function parseKeys(text: string, where: string): MasterKey[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (parts.length > 0 && parts.every((part) => decode(part).length === 32)) return parts.map(toMasterKey);
  throw new AppError(
    "no_master_key",
    `${where} must hold 32 bytes as base64, 44 characters; "openssl rand -base64 32" makes such a key.`,
  );
}

/** Both alphabets of base64, and nothing else: the decoder itself would skip over anything. */
const decode = (text: string): Buffer => Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : "", "base64");

function toMasterKey(text: string): MasterKey {
  const key = decode(text);
  const id = createHash("sha256").update("dialectic master key id").update(key).digest("hex").slice(0, 16);
  return { id, key };
}

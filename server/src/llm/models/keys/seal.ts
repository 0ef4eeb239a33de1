import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { MasterKey } from "./master-keys.ts";

/** Whose key it is and for whom: part of what is authenticated, so that a row moved elsewhere does not open. */
export type Bound = { ownerId: string; provider: string };

const algorithm = "aes-256-gcm";
const version = Buffer.from([1]);
const ivEnd = 13;
const tagEnd = 29;

const additionalData = ({ ownerId, provider }: Bound): Buffer =>
  Buffer.from(JSON.stringify(["dialectic provider key", ownerId, provider]));

/** version (1 byte), iv (12), tag (16), and the text encrypted with AES-256-GCM. */
export function seal(master: MasterKey, text: string, bound: Bound): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, master.key, iv, { authTagLength: 16 });
  cipher.setAAD(additionalData(bound));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([version, iv, cipher.getAuthTag(), body]);
}

/** null: not sealed by this master key, not for this owner and provider, or damaged. */
export function unseal(master: MasterKey, sealed: Buffer, bound: Bound): string | null {
  if (sealed.length <= tagEnd || sealed[0] !== version[0]) return null;
  const opener = createDecipheriv(algorithm, master.key, sealed.subarray(1, ivEnd), { authTagLength: 16 });
  opener.setAAD(additionalData(bound));
  opener.setAuthTag(sealed.subarray(ivEnd, tagEnd));
  try {
    return Buffer.concat([opener.update(sealed.subarray(tagEnd)), opener.final()]).toString("utf8");
  } catch {
    return null;
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { MasterKey } from "./master-keys.ts";

/** Identifies a key's row. The ciphertext is bound to it, so that a ciphertext copied to another row does not decrypt. */
export type KeyOwner = { ownerId: string; provider: string };

const algorithm = "aes-256-gcm";
const version = Buffer.from([1]);
const ivEnd = 13;
const tagEnd = 29;

const additionalData = ({ ownerId, provider }: KeyOwner): Buffer =>
  Buffer.from(JSON.stringify(["dialectic provider key", ownerId, provider]));

/** Returns version (1 byte), iv (12), tag (16), and the text encrypted with AES-256-GCM. */
export function encryptKey(master: MasterKey, text: string, owner: KeyOwner): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, master.key, iv, { authTagLength: 16 });
  cipher.setAAD(additionalData(owner));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([version, iv, cipher.getAuthTag(), body]);
}

/** Returns null if the ciphertext is damaged, or was made with another master key or for another owner or provider. */
export function decryptKey(master: MasterKey, ciphertext: Buffer, owner: KeyOwner): string | null {
  if (ciphertext.length <= tagEnd || ciphertext[0] !== version[0]) return null;
  const decipher = createDecipheriv(algorithm, master.key, ciphertext.subarray(1, ivEnd), { authTagLength: 16 });
  decipher.setAAD(additionalData(owner));
  decipher.setAuthTag(ciphertext.subarray(ivEnd, tagEnd));
  try {
    return Buffer.concat([decipher.update(ciphertext.subarray(tagEnd)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

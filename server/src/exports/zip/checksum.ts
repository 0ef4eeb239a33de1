import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/**
 * An export ends with a checksum: the zip's comment, its last bytes, holds the SHA-256 of every byte before that hash. The
 * hashes in the manifest protect the files. The checksum also protects names, sizes and offsets, so that every altered byte
 * is found.
 */
export const checksumPrefix = "sha256:";
export const checksumLength = checksumPrefix.length + 64;

export async function hasValidChecksum(path: string): Promise<boolean> {
  const { size } = await stat(path);
  if (size <= checksumLength) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { end: size - 64 - 1 })) hash.update(chunk);
  let comment = "";
  for await (const chunk of createReadStream(path, { start: size - checksumLength, encoding: "latin1" }))
    comment += chunk;
  return comment === `${checksumPrefix}${hash.digest("hex")}`;
}

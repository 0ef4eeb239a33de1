import { createHash } from "node:crypto";
import { Transform } from "node:stream";

/** What a zip ends with when nothing is said about it: a record of 22 bytes, whose last two count a comment. */
const endRecord = 22;
export const sealPrefix = "sha256:";
export const sealLength = sealPrefix.length + 64;

/**
 * Seals a zip that passes through: its comment becomes the hash of every byte before it. The hashes in the manifest
 * protect the files; this one protects what is between them (names, sizes, offsets), so that no altered byte is missed.
 */
export function createSeal(): { stream: Transform; outcome(): { sha256: string; bytes: number } } {
  const hash = createHash("sha256");
  let tail = Buffer.alloc(0);
  let bytes = 0;
  let sha256 = "";
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const known = Buffer.concat([tail, chunk]);
      const ready = known.subarray(0, Math.max(0, known.length - endRecord));
      tail = Buffer.from(known.subarray(ready.length));
      hash.update(ready);
      bytes += ready.length;
      done(null, ready);
    },
    flush(done) {
      tail.writeUInt16LE(sealLength, tail.length - 2);
      const end = Buffer.concat([tail, Buffer.from(sealPrefix)]);
      hash.update(end);
      const digest = Buffer.from(hash.copy().digest("hex"));
      sha256 = hash.update(digest).digest("hex");
      bytes += end.length + digest.length;
      done(null, Buffer.concat([end, digest]));
    },
  });
  return { stream, outcome: () => ({ sha256, bytes }) };
}

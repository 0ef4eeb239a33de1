import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { sealLength, sealPrefix } from "./seal.ts";

/** Whether a file is, byte for byte, what was sealed. */
export async function isSealIntact(path: string): Promise<boolean> {
  const { size } = await stat(path);
  if (size <= sealLength) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { end: size - 64 - 1 })) hash.update(chunk);
  let seal = "";
  for await (const chunk of createReadStream(path, { start: size - sealLength, encoding: "latin1" })) seal += chunk;
  return seal === `${sealPrefix}${hash.digest("hex")}`;
}

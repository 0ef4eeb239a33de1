import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in a time that tells nothing, not even the length: digests are compared, which are all of one size. */
export function isSecret(secret: string, given: string | undefined): boolean {
  return timingSafeEqual(digest(secret), digest(given ?? "")) && secret !== "";
}

import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares digests in constant time, so that the time reveals nothing about the secret, not even its length. */
export function isSecret(secret: string, given: string | undefined): boolean {
  return timingSafeEqual(digest(secret), digest(given ?? "")) && secret !== "";
}

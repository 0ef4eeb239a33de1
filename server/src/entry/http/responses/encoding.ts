import { createHash } from "node:crypto";

/** The encodings this server sends, best first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** The encodings that a request's `Accept-Encoding` allows, in our order; an uncompressed answer is always allowed. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const weights = new Map<string, number>();
  for (const part of (header ?? "").split(",")) {
    const [name = "", ...params] = part.split(";").map((text) => text.trim().toLowerCase());
    const q = params.find((param) => param.startsWith("q="))?.slice(2);
    if (name) weights.set(name, q === undefined ? 1 : Number(q));
  }
  return encodings.filter((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

/** An entity tag that changes exactly when the bytes do. */
export const tagOf = (bytes: string | Uint8Array): string =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

/** True if the client's copy is current (RFC 9110, 13.1.2): `If-None-Match` names this tag, compared weakly. */
export function isCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((one) => bare(one) === "*" || bare(one) === bare(tag));
}

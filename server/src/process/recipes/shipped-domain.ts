import { AppError, nearest } from "#platform";
import type { DomainFile } from "./files/domain-file.ts";
import { shippedSeed } from "./files/seed-files.ts";

/** Reads a domain directly from its file, without a database. */
export function shippedDomain(key: string): DomainFile {
  const { domains } = shippedSeed();
  const found = domains.find((domain) => domain.key === key);
  if (found) return found;
  const known = domains.map((domain) => domain.key);
  const meant = nearest(key, known);
  const help = meant ? `: did you mean "${meant}"?` : `. Available: ${known.join(", ")}.`;
  throw new AppError("unknown_domain", `There is no domain "${key}"${help}`);
}

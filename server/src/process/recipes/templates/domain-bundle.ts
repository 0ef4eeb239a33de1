import type { UserId } from "@dialectic/contract";
import { z } from "zod";
import type { Tx } from "#platform";
import { insertDomain } from "../domain.store.ts";
import { DomainFile } from "../files/domain-file.ts";
import * as bundles from "./process-bundle.store.ts";

const words = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[^\0\p{Cs}]*$/u, "must be text");

/**
 * A version of a domain in an export. Sessions do not read its overlay, because they store the overlay with which they were
 * created.
 */
export const DomainBundle = DomainFile.extend({
  name: words(200_000),
  about: words(200_000),
  processes: z.array(words(200)).min(1).max(200),
  version: z.int().min(1).max(1_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type DomainBundle = z.infer<typeof DomainBundle>;

export const readDomainBundle = async (db: Tx, id: string): Promise<DomainBundle> =>
  DomainBundle.parse(await bundles.selectDomain(db, id));

/**
 * Returns the id of a domain with the same content as the bundle. If there is none, adds one that only this user can see.
 */
export async function importDomain(db: Tx, bundle: DomainBundle, owner: UserId): Promise<string> {
  const content = JSON.stringify(bundle);
  for (const id of await bundles.findVersions(db, "domains", bundle)) {
    if (JSON.stringify(await readDomainBundle(db, id)) === content) return id;
  }
  return insertDomain(db, { ...bundle, key: bundles.importedKey(bundle, content), owner });
}

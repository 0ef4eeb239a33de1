import type { UserId } from "@dialectic/contract";
import { z } from "zod";
import type { Tx } from "#platform";
import { insertDomain } from "./domain.store.ts";
import { DomainFile } from "./domain-file.ts";
import * as bundles from "./process-bundle.store.ts";

/** A version of a domain: what a session in another database says it belongs to. Its overlay is the session's already. */
export const DomainBundle = DomainFile.extend({ version: z.int().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type DomainBundle = z.infer<typeof DomainBundle>;

export const readDomainBundle = async (db: Tx, id: string): Promise<DomainBundle> =>
  DomainBundle.parse(await bundles.selectDomain(db, id));

/** The id of a domain that is, by key, version and hash, the one in the bundle; added for this user alone if there is none. */
export async function adoptDomain(db: Tx, bundle: DomainBundle, owner: UserId): Promise<string> {
  const known = await bundles.findVersion(db, "domains", bundle);
  return known ?? insertDomain(db, { ...bundle, key: bundles.keyAlong(bundle), owner });
}

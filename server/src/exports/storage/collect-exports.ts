import { type Config, collectBlobs, type Database, openBlobs } from "#platform";
import { blobsInUse } from "./kept-exports.store.ts";

/** Removes from the blob store all exports that are no longer the newest of a project, or whose row was never written. */
export async function collectExports(
  database: Database,
  { config, now = Date.now() }: { config: Config; now?: number },
): Promise<number> {
  if (!config.databaseUrl) return 0; // exports are in the projects' folders
  const inUse = (hashes: string[]) => database.asSystem((db) => blobsInUse(db, hashes), { single: true });
  return collectBlobs(openBlobs(config), { inUse, now });
}

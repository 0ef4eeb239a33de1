import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectId } from "@dialectic/contract";
import { crashPoint, type Database, type Log, type UserDb } from "#platform";
import * as store from "./project.store.ts";

/** Removes the folder a deleted project had below `treeDir`, and forgets that there was one. Null: there are none here. */
export async function removeFolder(
  db: UserDb,
  { id, slug, treeDir }: { id: ProjectId; slug: string; treeDir: string | null },
): Promise<void> {
  crashPoint("project deleted");
  if (treeDir !== null) await rm(join(treeDir, slug), { recursive: true, force: true });
  await db.tx((tx) => store.forgetFolder(tx, id));
}

/** The same for what a process left that died in between. One that cannot be removed is tried again at the next start. */
export async function removeLeftFolders(
  database: Database,
  { treeDir, log }: { treeDir: string; log: Log },
): Promise<void> {
  for (const { projectId, folder } of await database.asOwner(store.leftFolders)) {
    const path = join(treeDir, folder);
    try {
      await rm(path, { recursive: true, force: true });
      await database.asOwner((db) => store.forgetFolder(db, projectId));
    } catch (error) {
      log.warn(`The folder ${path} of a deleted project cannot be removed; the next start tries again.`, { error });
    }
  }
}

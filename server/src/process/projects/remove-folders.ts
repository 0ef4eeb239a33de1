import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectId } from "@dialectic/contract";
import { crashPoint, type Database, type Log, type UserDb } from "#platform";
import { isFolderName } from "./file-name.ts";
import * as store from "./project.store.ts";

/** Removes a deleted project's folder and the record of it. `treeDir` is null if this process writes no files. */
export async function removeFolder(
  db: UserDb,
  { id, slug, treeDir }: { id: ProjectId; slug: string; treeDir: string | null },
): Promise<void> {
  crashPoint("project deleted");
  if (treeDir !== null && isFolderName(slug)) await rm(join(treeDir, slug), { recursive: true, force: true });
  await db.tx((tx) => store.forgetFolder(tx, id));
}

/** Removes folders of deleted projects that a killed process left behind. If this fails, the next start tries again. */
export async function removeLeftFolders(
  database: Database,
  { treeDir, log }: { treeDir: string; log: Log },
): Promise<void> {
  for (const { projectId, folder } of await database.asOwner(store.leftFolders)) {
    const path = join(treeDir, folder);
    try {
      if (isFolderName(folder)) await rm(path, { recursive: true, force: true });
      await database.asOwner((db) => store.forgetFolder(db, projectId));
    } catch (error) {
      log.warn(`The folder ${path} of a deleted project cannot be removed; the next start tries again.`, { error });
    }
  }
}

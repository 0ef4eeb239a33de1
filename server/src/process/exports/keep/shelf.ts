import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { ProjectId } from "@dialectic/contract";
import { boardFiles } from "#board";
import { projectFolder, projectSummary, writeTree } from "#documents";
import { type Blobs, type Config, openBlobs, renameSynced, type UserDb } from "#platform";
import { findProject } from "../project.store.ts";
import * as store from "./kept-exports.store.ts";

type Ctx = { db: UserDb };
export type FinishedExport = { projectId: ProjectId; file: string; sha256: string; bytes: number };

/** Where the newest export of each project is kept, once. */
export type Shelf = {
  /** Takes the file: afterwards it is no longer where it was. */
  keep(ctx: Ctx, finished: FinishedExport): Promise<void>;
  /** Null: none is kept. */
  open(ctx: Ctx, projectId: ProjectId): Promise<{ stream: Readable; bytes: number } | null>;
};

/** In the project's folder where there is one; where workers and servers share none, in the blob store. */
export const openShelf = (config: Config): Shelf =>
  config.databaseUrl ? createBlobShelf(openBlobs(config)) : createFolderShelf(config.dataDir);

/** The tree is made from rows, not from this folder: the zip never gets into itself. Readme and settings in the folder tell what the zip does. */
function createFolderShelf(dataDir: string): Shelf {
  const placeOf = async (ctx: Ctx, projectId: ProjectId) => {
    const { slug } = await ctx.db.tx((db) => findProject(db, projectId));
    const { dir, isGone } = projectFolder(dataDir, { id: projectId, slug });
    return join(isGone ? join(dataDir, "projects", slug) : dir, "export.zip");
  };
  return {
    async keep(ctx, { projectId, file }) {
      const place = await placeOf(ctx, projectId);
      await writeTree({ dir: dirname(place), files: await projectSummary({ db: ctx.db, boardFiles }, { projectId }) });
      await renameSynced(file, place);
    },
    async open(ctx, projectId) {
      const place = await placeOf(ctx, projectId);
      const found = await stat(place).catch(() => null);
      return found && { stream: createReadStream(place), bytes: found.size };
    },
  };
}

function createBlobShelf(blobs: Blobs): Shelf {
  return {
    // First the file, then the row that names it: without the row it is an orphan, and collected.
    async keep(ctx, { projectId, file, sha256, bytes }) {
      await blobs.put({ file, sha256, bytes });
      await ctx.db.tx((db) => store.keepExport(db, { projectId, ownerId: ctx.db.userId, sha256, bytes }));
      await rm(file, { force: true });
    },
    async open(ctx, projectId) {
      const kept = await ctx.db.tx(async (db) => {
        await findProject(db, projectId);
        return store.findKept(db, projectId);
      });
      return kept ? blobs.get(kept) : null;
    },
  };
}

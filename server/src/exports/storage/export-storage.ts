import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { ProjectId } from "@dialectic/contract";
import { boardFiles } from "#board";
import { projectFolder, projectSummary, writeTree } from "#documents";
import { type Blobs, type Config, openBlobs, renameSynced, type UserDb } from "#platform";
import { readNumbers, readUndecided } from "#review";
import { findProject } from "../project.store.ts";
import * as store from "./kept-exports.store.ts";

type Ctx = { db: UserDb };
export type FinishedExport = { projectId: ProjectId; file: string; sha256: string; bytes: number };

/** Stores the newest export of each project. */
export type ExportStorage = {
  /** Moves the file into the storage. */
  save(ctx: Ctx, finished: FinishedExport): Promise<void>;
  /** Returns null if no export is stored. */
  open(ctx: Ctx, projectId: ProjectId): Promise<{ stream: Readable; bytes: number } | null>;
};

/** The project's folder for an embedded database; the blob store for a database server, whose workers share no folder. */
export const openExportStorage = (config: Config): ExportStorage =>
  config.databaseUrl ? createBlobStorage(openBlobs(config)) : createFolderStorage(config.dataDir);

/**
 * Stores exports in the project's folder, and updates the folder's readme and settings. The zip does not contain itself,
 * because its tree is written from rows, not from this folder.
 */
function createFolderStorage(dataDir: string): ExportStorage {
  const pathOf = async (ctx: Ctx, projectId: ProjectId) => {
    const { slug } = await ctx.db.tx((db) => findProject(db, projectId));
    const { dir, isGone } = projectFolder(dataDir, { id: projectId, slug });
    return join(isGone ? join(dataDir, "projects", slug) : dir, "export.zip");
  };
  return {
    async save(ctx, { projectId, file }) {
      const path = await pathOf(ctx, projectId);
      const sources = { db: ctx.db, boardFiles, readNumbers, readUndecided };
      await writeTree({ dir: dirname(path), files: await projectSummary(sources, { projectId }) });
      await renameSynced(file, path);
    },
    async open(ctx, projectId) {
      const path = await pathOf(ctx, projectId);
      const found = await stat(path).catch(() => null);
      return found && { stream: createReadStream(path), bytes: found.size };
    },
  };
}

function createBlobStorage(blobs: Blobs): ExportStorage {
  return {
    // Stores the blob before its row, so that no row lacks its blob. Maintenance later removes blobs without a row.
    async save(ctx, { projectId, file, sha256, bytes }) {
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

import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { ProjectId } from "@dialectic/contract";
import type { Config, Log } from "#platform";
import type { ExportsCtx } from "./ctx.ts";
import { findProject } from "./project.store.ts";
import { spoolFile } from "./spool.ts";
import type { ExportStorage } from "./storage/export-storage.ts";
import { writeExport } from "./write-export.ts";

export type ReadableExport = { name: string; bytes: number; sha256: string; stream: Readable };

/** Writes an export, stores it, and returns it for reading. The export is complete before its first byte is sent. */
export async function exportProject(
  ctx: ExportsCtx & { log: Log },
  input: { projectId: ProjectId; config: Pick<Config, "dataDir">; storage: ExportStorage },
): Promise<ReadableExport> {
  const { projectId, storage } = input;
  await using spooled = await spoolFile(input.config);
  const { slug } = await ctx.db.tx((db) => findProject(db, projectId));
  const { sha256, bytes } = await writeExport(ctx, { projectId, file: spooled.path });
  const handle = await open(spooled.path); // stays readable after the file is moved
  try {
    await storage.save(ctx, { projectId, file: spooled.path, sha256, bytes });
  } catch (error) {
    ctx.log.warn("An export was written but could not be stored.", { projectId, error });
  }
  return { name: `${slug}.zip`, bytes, sha256, stream: handle.createReadStream() };
}

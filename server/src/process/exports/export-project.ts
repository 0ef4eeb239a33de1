import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { ProjectId } from "@dialectic/contract";
import type { Config, Log } from "#platform";
import type { ExportsCtx } from "./ctx.ts";
import type { Shelf } from "./keep/shelf.ts";
import { findProject } from "./project.store.ts";
import { spoolFile } from "./spool.ts";
import { writeExport } from "./write-export.ts";

export type ReadableExport = { name: string; bytes: number; sha256: string; stream: Readable };

/** Makes an export, keeps it, and gives it to be read: it is whole before its first byte leaves. */
export async function exportProject(
  ctx: ExportsCtx & { log: Log },
  input: { projectId: ProjectId; config: Pick<Config, "dataDir">; shelf: Shelf },
): Promise<ReadableExport> {
  const { projectId, shelf } = input;
  await using spooled = await spoolFile(input.config);
  const { slug } = await ctx.db.tx((db) => findProject(db, projectId));
  const { sha256, bytes } = await writeExport(ctx, { projectId, file: spooled.path });
  const handle = await open(spooled.path); // readable to its end, wherever it is moved
  try {
    await shelf.keep(ctx, { projectId, file: spooled.path, sha256, bytes });
  } catch (error) {
    ctx.log.warn("An export was made but could not be kept.", { projectId, error });
  }
  return { name: `${slug}.zip`, bytes, sha256, stream: handle.createReadStream() };
}

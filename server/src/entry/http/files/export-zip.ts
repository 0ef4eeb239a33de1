import { Readable } from "node:stream";
import { ProjectId } from "@dialectic/contract";
import type { Context } from "hono";
import { z } from "zod";
import type { Ctx } from "#app";
import { type ExportStorage, exportProject, openExportStorage } from "#exports";
import { AppError, type Config } from "#platform";
import { checkParams, checkQuery } from "../read-input.ts";

export const ExportQuery = z.object({ kept: z.stringbool().optional() });

/** `GET /api/projects/{projectId}/export`: a new zip of the project; or, with `?kept=true`, the last one made. */
export function exportAnswerer(config: Config): (c: Context, ctx: Ctx) => Promise<Response> {
  let storage: ExportStorage | undefined; // opened when first needed: invalid settings should affect only exports
  return async (c, ctx) => {
    const { projectId } = checkParams(z.object({ projectId: ProjectId }), c.req);
    const { kept } = checkQuery(ExportQuery, c.req);
    storage ??= openExportStorage(config);
    const found = kept ? await storage.open(ctx, projectId) : await exportProject(ctx, { projectId, config, storage });
    if (!found) throw new AppError("not_found", "No export of this project is kept. Leave out kept=true to make one.");
    c.header("content-type", "application/zip");
    c.header("content-length", String(found.bytes));
    c.header("content-disposition", attachment("name" in found ? String(found.name) : "export.zip"));
    c.header("cache-control", "no-store");
    return c.body(Readable.toWeb(found.stream) as ReadableStream); // the same class: Node and the DOM each declare a type for it
  };
}

/** Headers are limited to ASCII. A name in another script is sent in the encoding of RFC 6266, next to a plain name. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return encoded === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="export.zip"; filename*=UTF-8''${encoded}`;
}

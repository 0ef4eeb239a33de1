import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { localUserId } from "#access";
import type { App } from "#app";
import { createBackup } from "#exports";
import { AppError, systemClock } from "#platform";
import type { Env } from "../security/guard.ts";

/**
 * `GET /api/backup`: the whole data folder as a zip. It contains rows of all users and the key that provider keys are encrypted
 * with, so only the owner of the installation gets it. The secret must be in a header, so that no page in a browser can fetch it.
 */
export async function answerBackup(c: Context<Env>, app: Pick<App, "database" | "config">): Promise<Response> {
  if (c.get("userId") !== localUserId || c.req.header("authorization") === undefined)
    throw new AppError(
      "not_found",
      "Only the owner of this installation can get a backup, with: dialectic backup FILE.",
    );
  const backup = await createBackup({ ...app, clock: systemClock });
  const stream = createReadStream(backup.path);
  stream.once("close", () => void backup[Symbol.asyncDispose]());
  c.header("content-type", "application/zip");
  c.header("content-length", String(backup.bytes));
  c.header("content-disposition", 'attachment; filename="backup.zip"');
  c.header("cache-control", "no-store");
  return c.body(Readable.toWeb(stream) as ReadableStream); // the same class: Node and the DOM each declare a type for it
}

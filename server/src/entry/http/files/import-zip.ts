import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Project } from "@dialectic/contract";
import type { Context } from "hono";
import type { Ctx } from "#app";
import { checkExport, importProject, receive, spoolFile } from "#exports";
import { AppError, type Config } from "#platform";
import { answerOnce } from "#requests";

/**
 * `POST /api/imports`: makes a project from an export, which is the body of the request. The export is saved to a file,
 * verified, and only then imported. Requiring the media type keeps foreign pages out: before a cross-origin request with
 * this type, a browser sends a preflight request, which is refused.
 */
export async function answerImport(c: Context, ctx: Ctx, config: Config): Promise<Response> {
  const { body } = c.req.raw;
  if (c.req.header("content-type") !== "application/zip" || !body) {
    throw new AppError("invalid_input", "Send the export itself, with the header content-type: application/zip.");
  }
  await using spooled = await spoolFile(config);
  await receive(Readable.fromWeb(body as ReadableStream), spooled.path);
  await using checked = await checkExport(spooled.path).catch((error: unknown) => {
    throw withoutPath(error, spooled.path);
  });
  const act = async (own: Ctx) => JSON.stringify(Project.parse(await importProject(own, checked)));
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  const key = c.req.header("idempotency-key");
  if (key === undefined) return c.body(await act(ctx), 200, headers);
  const request = ["importProject", checked.verified.manifestSha256];
  const { answer, isRepeated } = await answerOnce(ctx, { key, request, act });
  return c.body(answer, 200, isRepeated ? { ...headers, "idempotent-replayed": "true" } : headers);
}

/** Removes the path of the temporary file from the error. */
function withoutPath(error: unknown, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, details, cause, message } = error;
  return new AppError(code, message.replaceAll(path, "The file"), { details, cause });
}

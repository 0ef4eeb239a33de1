import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type { HonoRequest } from "hono";
import { getMimeType } from "hono/utils/mime";
import { AppError } from "#platform";
import { acceptedEncodings, isCurrent, tagOf } from "../responses/encoding.ts";
import { problemResponse, toProblem } from "../responses/problem.ts";
import { appPolicy } from "../security/security-headers.ts";
import { appPage, type FirstReads, inlineScripts } from "./app-page.ts";
import { firstPageOf } from "./first-answers.ts";
import { plainPage } from "./page.ts";
import type { WebBuild } from "./web-build.ts";

export type WebApp = { answer(request: HonoRequest, reads: FirstReads): Promise<Response> };

/**
 * Serves the built web app. An address without a file extension gets the app's page, and the app's router handles the
 * address.
 */
export function createWebApp(build: WebBuild): WebApp {
  return {
    async answer(request, reads) {
      if (build.state === "building") {
        const title = "Dialectic is getting ready…";
        const text = "The web app is being built, once. This page shows it as soon as it is ready.";
        if (request.header("accept")?.includes("text/html"))
          return plainPage({ status: 503, title, text, waits: true });
        return problemResponse({ ...toProblem(new AppError("server_starting", text)), title });
      }
      if (build.state === "absent") {
        const text = `${build.reason} The API and the command line work without it.`;
        return plainPage({ status: 503, title: "There is no web app here", text });
      }
      const path = decoded(request.path);
      const isPage = extname(path) === "" || path === sep;
      const firstPage = isPage && request.method === "GET" ? firstPageOf(new URL(request.url)) : null;
      const acceptEncoding = request.header("accept-encoding");
      if (firstPage) return appPage({ dir: build.dir, page: firstPage, reads, acceptEncoding });
      const found = await findFile(build.dir, isPage ? "index.html" : path, acceptEncoding);
      if (!found) return new Response("There is no such file.\n", { status: 404 });
      return respond(found, request, isPage ? await policyOf(build.dir) : {});
    },
  };
}

function decoded(path: string): string {
  try {
    return normalize(decodeURIComponent(path));
  } catch {
    return sep; // a malformed path names no file; the app shows that there is no such page
  }
}

type Found = { bytes: Buffer<ArrayBuffer>; headers: Record<string, string> };

/**
 * The file in the best encoding that the client accepts. Next to each file that compression makes smaller, the build writes
 * a `.br` and a `.gz`.
 */
async function findFile(dir: string, path: string, accepted: string | undefined): Promise<Found | null> {
  const target = join(dir, path);
  if (!target.startsWith(dir + sep)) return null;
  // The name of a file under assets contains a hash of its content, so the file never changes.
  const isHashed = path.startsWith(`${sep}assets${sep}`);
  const headers = {
    "content-type": getMimeType(path) ?? "application/octet-stream",
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
  };
  for (const encoding of acceptedEncodings(accepted)) {
    const bytes = await read(`${target}.${encoding === "gzip" ? "gz" : encoding}`);
    if (bytes) return { bytes, headers: { ...headers, "content-encoding": encoding } };
  }
  const bytes = await read(target);
  return bytes && { bytes, headers };
}

const read = (path: string): Promise<Buffer<ArrayBuffer> | null> => readFile(path).catch(() => null);

/** The policy of the app's page, which allows the inline script at the beginning of the page. */
const policyOf = async (dir: string): Promise<Record<string, string>> => ({
  "content-security-policy": appPolicy(inlineScripts(await readFile(join(dir, "index.html"), "utf8"))),
});

function respond({ bytes, ...found }: Found, request: HonoRequest, policy: Record<string, string>): Response {
  const etag = tagOf(bytes);
  const headers = { ...found.headers, ...policy };
  const { "content-type": _, "content-encoding": __, ...kept } = headers;
  if (isCurrent(request.header("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers: { ...kept, etag } });
  }
  return new Response(bytes, { headers: { ...headers, etag, "content-length": String(bytes.length) } });
}

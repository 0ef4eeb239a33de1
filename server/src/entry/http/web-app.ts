import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type { HonoRequest } from "hono";
import { getMimeType } from "hono/utils/mime";
import { plainPage } from "./page.ts";
import type { WebBuild } from "./web-build.ts";

export type WebApp = { answer(request: HonoRequest): Promise<Response> };

/** Serves the built web app. Addresses that are no files belong to the app's own router and get its page. */
export function createWebApp(build: WebBuild): WebApp {
  return {
    async answer(request) {
      if (build.state === "building") {
        return plainPage({
          status: 503,
          title: "Dialectic is getting ready",
          text: "The web app is being built, once. This page shows it as soon as it is there.",
          refreshAfterSeconds: 1,
        });
      }
      if (build.state === "absent") {
        const text = `${build.reason} The API and the command line work without it.`;
        return plainPage({ status: 503, title: "There is no web app here", text });
      }
      const path = decoded(request.path);
      const isPage = extname(path) === "" || path === sep;
      return isPage ? page(build.dir) : file(build.dir, path);
    },
  };
}

function decoded(path: string): string {
  try {
    return normalize(decodeURIComponent(path));
  } catch {
    return sep; // not an address anybody wrote on purpose: the app says that there is nothing
  }
}

async function page(dir: string): Promise<Response> {
  return respond(await readFile(join(dir, "index.html")), "index.html", "no-cache");
}

async function file(dir: string, path: string): Promise<Response> {
  const target = join(dir, path);
  const body = target.startsWith(dir + sep) ? await readFile(target).catch(() => null) : null;
  if (!body) return new Response("There is no such file.\n", { status: 404 });
  // Names under assets carry a hash of their content: such a file never changes.
  const isHashed = path.startsWith(`${sep}assets${sep}`);
  return respond(body, path, isHashed ? "public, max-age=31536000, immutable" : "no-cache");
}

function respond(body: Buffer<ArrayBuffer>, path: string, cacheControl: string): Response {
  const type = getMimeType(path) ?? "application/octet-stream";
  return new Response(body, { headers: { "content-type": type, "cache-control": cacheControl } });
}

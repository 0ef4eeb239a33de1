import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { createWebApp } from "./web-app.ts";
import type { WebBuild } from "./web-build.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-web-"));
const dir = join(root, "dist");
mkdirSync(join(dir, "assets"), { recursive: true });
mkdirSync(join(dir, ".vite"));
const begin = "begin();";
writeFileSync(
  join(dir, "index.html"),
  `<!doctype html><html><head><script>${begin}</script></head><body>the app</body></html>`,
);
writeFileSync(
  join(dir, ".vite", "manifest.json"),
  JSON.stringify({
    "index.html": { file: "assets/app.js", imports: ["_shared.js"] },
    "_shared.js": { file: "assets/shared.js" },
    "_text.js": { file: "assets/text.js", imports: ["_shared.js"] },
    "src/features/session/session-page.tsx": { file: "assets/session.js", imports: ["_text.js", "index.html"] },
  }),
);
writeFileSync(join(dir, "favicon.svg"), "<svg/>");
const script = "run();".repeat(400);
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js"), script);
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js.br"), brotliCompressSync(script));
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js.gz"), gzipSync(script));
writeFileSync(join(root, "outside.txt"), "private");
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The part of the API that these pages request; everything else is refused. */
const api: Record<string, unknown> = {
  "/api/projects": { items: [{ name: "</script><b>Hedge" }] },
  "/api/sessions/7": { currentStage: "thesis", stages: [{ stage: "thesis", iteration: 2 }] },
  "/api/sessions/7/documents": {
    items: [
      { id: "old", stage: "thesis", iteration: 1, kind: "whole", intermediate: false, replacedBy: null },
      { id: "new", stage: "thesis", iteration: 2, kind: "whole", intermediate: false, replacedBy: null },
      { id: "step", stage: "thesis", iteration: 2, kind: "whole", intermediate: true, replacedBy: null },
    ],
  },
  "/api/documents/new": { markdown: "Plant a hedge." },
};
const ask = async (path: string) => (path in api ? JSON.stringify(api[path]) : null);

/** The API's answers that the page contains. */
const answersIn = (html: string): unknown =>
  JSON.parse(html.match(/<script type="application\/json" id="first-answers">(.*?)<\/script>/)?.[1] ?? "null");

function get(path: string, state: Partial<WebBuild> = {}, init: RequestInit = {}): Promise<Response> {
  const webApp = createWebApp({ dir, state: "ready", reason: "", stop: () => undefined, ...state });
  const hono = new Hono().get("*", async (c) => webApp.answer(c.req, { ask, newestEvent: async () => 17 }));
  return Promise.resolve(hono.request(path, init));
}

const asset = (headers: Record<string, string>, method = "GET") =>
  get("/assets/app-1f0c9a2e.js", {}, { method, headers });

describe("the web app", () => {
  it.each(["/", "/sessions/01a1e105", "/projects/17?tab=files"])("returns its page for %s", async (path) => {
    const response = await get(path);
    expect(await response.text()).toContain("the app");
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });

  it.each([
    ["/assets/app-1f0c9a2e.js", /^text\/javascript/, /immutable/],
    ["/favicon.svg", /^image\/svg\+xml/, /^no-cache$/],
  ])("returns the file %s with its type", async (path, type, caching) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(type);
    expect(response.headers.get("cache-control")).toMatch(caching);
  });

  it("includes the first responses in the home page, escaped so that no response ends its script block", async () => {
    const html = await (await get("/")).text();
    expect(answersIn(html)).toEqual({ "/api/events": 17, "/api/projects": api["/api/projects"] });
    expect(html).not.toContain("<b>Hedge");
    expect(html).not.toContain("modulepreload");
  });

  it("includes a session with the texts of its current stage in the page, and links the code that the page needs", async () => {
    const html = await (await get("/sessions/7")).text();
    const { "/api/projects": _, ...asked } = answersIn(html) as Record<string, unknown>;
    expect(Object.keys(asked)).toEqual([
      "/api/events",
      "/api/sessions/7",
      "/api/sessions/7/documents",
      "/api/documents/new",
    ]);
    const preloaded = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, at]) => at);
    expect(preloaded).toEqual(["/assets/session.js", "/assets/text.js"]);
  });

  it("sends the beginning of the page before the answers are read, whether or not the page is compressed", async () => {
    for (const [encoding, decompress] of [
      ["identity", (bytes: Buffer) => bytes],
      ["gzip", (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })],
    ] as const) {
      const answered = Promise.withResolvers<null>();
      const webApp = createWebApp({ dir, state: "ready", reason: "", stop: () => undefined });
      const reads = { ask: () => answered.promise, newestEvent: async () => 17 };
      const hono = new Hono().get("*", async (c) => webApp.answer(c.req, reads));
      const response = await hono.request("/", { headers: { "accept-encoding": encoding } });
      const reader = response.body?.getReader();
      let sent = Buffer.alloc(0);
      // This loop would never end if the page waited for the answers.
      while (!decompress(sent).toString().includes("the app")) {
        sent = Buffer.concat([sent, (await reader?.read())?.value ?? Buffer.alloc(0)]);
      }
      answered.resolve(null);
      while (!(await reader?.read())?.done);
    }
  });

  it("allows the script its page begins with, and no other inline script", async () => {
    const hash = createHash("sha256").update(begin).digest("base64");
    for (const path of ["/", "/wallet"]) {
      const policy = (await get(path)).headers.get("content-security-policy");
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    }
  });

  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("returns the copy of a file that the build compressed with %s", async (encoding, accepted, decompress) => {
    const response = await asset({ "accept-encoding": accepted });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(decompress(bytes).toString()).toBe(script);
  });

  it("sends a file uncompressed to a client that accepts no encoding, and sets the Vary header", async () => {
    const response = await asset({});
    expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([null, "accept-encoding"]);
    expect(await response.text()).toBe(script);
  });

  it("tags every encoding of a file, and answers 304 to a client that has the file in that encoding", async () => {
    const forms = await Promise.all(["br", "gzip", ""].map((form) => asset({ "accept-encoding": form })));
    const tags = forms.map((response) => response.headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
    const again = await asset({ "accept-encoding": "br", "if-none-match": `"other", ${tags[0]}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("cache-control")).toMatch(/immutable/);
    expect((await asset({ "accept-encoding": "gzip", "if-none-match": tags[0] ?? "" })).status).toBe(200);
  });

  it("has browsers revalidate the page each time, which transfers nothing if the page is unchanged", async () => {
    const first = await get("/wallet");
    const etag = first.headers.get("etag") ?? "";
    const again = await get("/models", {}, { headers: { "if-none-match": etag } });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-cache"]);
    // A browser applies the headers of a 304: without the hash in them, the inline script would no longer run.
    expect(again.headers.get("content-security-policy")).toContain("sha256-");
  });

  it("returns the size of a file without its content for HEAD", async () => {
    const response = await asset({}, "HEAD");
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(script.length)]);
    expect(await response.text()).toBe("");
  });

  it.each([
    "/assets/gone.js",
    "/..%2foutside.txt",
    "/%2e%2e/outside.txt",
    "/assets/..%2f..%2foutside.txt",
    "/..%5coutside.txt",
    "/%00.txt",
  ])("does not find a file at %s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("private");
  });

  it("tells the reader that it is being built, in a page that reloads automatically", async () => {
    const response = await get("/", { state: "building" }, { headers: { accept: "text/html" } });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.text()).toContain("The web app is being built, once.");
    // The response that the page's script gets each time it polls.
    const poll = await get("/", { state: "building" }, { headers: { accept: "application/problem+json" } });
    expect([poll.status, await poll.json()]).toMatchObject([503, { code: "server_starting" }]);
  });

  it("says why the web app is missing, and what to do", async () => {
    const response = await get("/", { state: "absent", reason: "Run <npm ci>." });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("Run &#60;npm ci&#62;.");
  });
});

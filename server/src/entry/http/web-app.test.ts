import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { createWebApp } from "./web-app.ts";
import type { WebBuild } from "./web-build.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-web-"));
const dir = join(root, "dist");
mkdirSync(join(dir, "assets"), { recursive: true });
writeFileSync(join(dir, "index.html"), "<!doctype html>the app");
writeFileSync(join(dir, "favicon.svg"), "<svg/>");
const script = "run();".repeat(400);
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js"), script);
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js.br"), brotliCompressSync(script));
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js.gz"), gzipSync(script));
writeFileSync(join(root, "outside.txt"), "private");
afterAll(() => rmSync(root, { recursive: true, force: true }));

function get(path: string, state: Partial<WebBuild> = {}, init: RequestInit = {}): Promise<Response> {
  const webApp = createWebApp({ dir, state: "ready", reason: "", stop: () => undefined, ...state });
  const hono = new Hono().get("*", async (c) => webApp.answer(c.req));
  return Promise.resolve(hono.request(path, init));
}

const asset = (headers: Record<string, string>, method = "GET") =>
  get("/assets/app-1f0c9a2e.js", {}, { method, headers });

describe("the web app", () => {
  it.each(["/", "/sessions/01a1e105", "/projects/17?tab=files"])("gives its page for %s", async (path) => {
    const response = await get(path);
    expect(await response.text()).toContain("the app");
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });

  it.each([
    ["/assets/app-1f0c9a2e.js", /^text\/javascript/, /immutable/],
    ["/favicon.svg", /^image\/svg\+xml/, /^no-cache$/],
  ])("gives the file %s with its type", async (path, type, caching) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(type);
    expect(response.headers.get("cache-control")).toMatch(caching);
  });

  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("gives a file as it was compressed at build with %s", async (encoding, accepted, decompress) => {
    const response = await asset({ "accept-encoding": accepted });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(decompress(bytes).toString()).toBe(script);
  });

  it("gives a file as it is to a reader that accepts no encoding, and says that others get another answer", async () => {
    const response = await asset({});
    expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([null, "accept-encoding"]);
    expect(await response.text()).toBe(script);
  });

  it("tags every form of a file, and answers 304 to whoever has that form", async () => {
    const forms = await Promise.all(["br", "gzip", ""].map((form) => asset({ "accept-encoding": form })));
    const tags = forms.map((response) => response.headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
    const again = await asset({ "accept-encoding": "br", "if-none-match": `"other", ${tags[0]}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("cache-control")).toMatch(/immutable/);
    expect((await asset({ "accept-encoding": "gzip", "if-none-match": tags[0] ?? "" })).status).toBe(200);
  });

  it("asks for its page to be checked each time, which costs nothing when it is the same", async () => {
    const first = await get("/");
    const etag = first.headers.get("etag") ?? "";
    const again = await get("/sessions/17", {}, { headers: { "if-none-match": etag } });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-cache"]);
  });

  it("tells the size of a file without sending it", async () => {
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
  ])("has no file %s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("private");
  });

  it("says that it is being built, and comes back by itself", async () => {
    const response = await get("/", { state: "building" }, { headers: { accept: "text/html" } });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.text()).toContain("The web app is being built, once.");
    // What its script hears each time it asks.
    const poll = await get("/", { state: "building" }, { headers: { accept: "application/problem+json" } });
    expect([poll.status, await poll.json()]).toMatchObject([503, { code: "server_starting" }]);
  });

  it("says why it is not there, and what to do", async () => {
    const response = await get("/", { state: "absent", reason: "Run <npm ci>." });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("Run &#60;npm ci&#62;.");
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { createWebApp } from "./web-app.ts";
import type { WebBuild } from "./web-build.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-web-"));
const dir = join(root, "dist");
mkdirSync(join(dir, "assets"), { recursive: true });
writeFileSync(join(dir, "index.html"), "<!doctype html>the app");
writeFileSync(join(dir, "favicon.svg"), "<svg/>");
writeFileSync(join(dir, "assets", "app-1f0c9a2e.js"), "run()");
writeFileSync(join(root, "outside.txt"), "private");
afterAll(() => rmSync(root, { recursive: true, force: true }));

function get(path: string, state: Partial<WebBuild> = {}): Promise<Response> {
  const webApp = createWebApp({ dir, state: "ready", reason: "", stop: () => undefined, ...state });
  const hono = new Hono().get("*", async (c) => webApp.answer(c.req));
  return Promise.resolve(hono.request(path));
}

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
    const response = await get("/", { state: "building" });
    expect(response.status).toBe(503);
    expect(response.headers.get("refresh")).toBe("1");
  });

  it("says why it is not there, and what to do", async () => {
    const response = await get("/", { state: "absent", reason: "Run <npm ci>." });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("Run &#60;npm ci&#62;.");
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createClient } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "#test";
import { browserProgram, openBrowser } from "./browser.ts";

const dist = new URL("../../../web/dist/", import.meta.url).pathname;
const limitBytes = 250_000;
const inBrowser = it.skipIf(!browserProgram);

type Loaded = { path: string; kind: string; sent: number; whole: number };

/**
 * The resources that the page has loaded so far, according to the browser. `sent` is the compressed size, or 0 if the
 * resource came from the cache.
 */
const loadedBy = (page: Page): Promise<Loaded[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map((entry) => ({
        path: new URL(entry.name).pathname,
        kind: entry.initiatorType,
        sent: entry.transferSize,
        whole: entry.decodedBodySize,
      })),
  );

const say = (line: string) => process.stdout.write(`${line}\n`);
const scripts = (loaded: Loaded[]) => loaded.filter(({ path }) => path.endsWith(".js"));
const total = (loaded: Loaded[], of: "sent" | "whole") => loaded.reduce((sum, one) => sum + one[of], 0);

describe("the web app", () => {
  let root: string;
  let server: RunningServer;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    if (!browserProgram) return;
    root = mkdtempSync(join(tmpdir(), "dialectic-light-"));
    server = await startServer(["--data", join(root, "data")]);
    browser = await openBrowser(browserProgram);
    page = browser.page;
    await page.goto(`${server.origin}/?token=${server.secret}`);
    // The server builds the app first if the sources are newer.
    await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  inBrowser("is built with compressed copies of every script, style sheet and page of at least 1 kB", () => {
    const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const large = names.filter(
      (name) => [".js", ".css", ".html"].includes(extname(name)) && readFileSync(join(dist, name)).length >= 1024,
    );
    expect(large.length).toBeGreaterThan(5);
    for (const name of large) {
      const bytes = readFileSync(join(dist, name));
      expect(brotliDecompressSync(readFileSync(join(dist, `${name}.br`))).equals(bytes), name).toBe(true);
      expect(gunzipSync(readFileSync(join(dist, `${name}.gz`))).equals(bytes), name).toBe(true);
    }
  });

  inBrowser(`loads at most ${limitBytes / 1000} kB of script for home, compressed`, async () => {
    const visitor = await browser.newVisitor();
    await visitor.goto(`${server.origin}/?token=${server.secret}`);
    await visitor.getByRole("heading", { name: "No projects yet" }).waitFor();
    const loaded = scripts(await loadedBy(visitor));
    for (const { path, sent, whole } of loaded) say(`${path}: ${sent} bytes sent, ${whole} unpacked`);
    say(`home, first load: ${total(loaded, "sent")} bytes of script sent, ${total(loaded, "whole")} unpacked`);
    expect(loaded.length).toBeGreaterThan(0);
    expect(total(loaded, "sent")).toBeLessThan(limitBytes);
    // Scripts are sent compressed.
    expect(total(loaded, "sent")).toBeLessThan(total(loaded, "whole") / 2);
    await visitor.context().close();
  });

  inBrowser("contains no schemas, because zod is large and slow to start", () => {
    const names = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"));
    const withSchemas = names.filter((name) => readFileSync(join(dist, "assets", name), "utf8").includes("_zod"));
    expect(withSchemas).toEqual([]);
  });

  inBrowser("shows home without API requests, because their responses come with the page", async () => {
    const visitor = await browser.newVisitor();
    const asked: string[] = [];
    visitor.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(new URL(request.url()).pathname);
    });
    await visitor.goto(`${server.origin}/?token=${server.secret}`);
    await visitor.getByRole("heading", { name: "No projects yet" }).waitFor();
    await visitor.getByRole("button", { name: "Models" }).waitFor();
    await visitor.getByText("Live", { exact: true }).waitFor();
    expect(asked).toEqual(["/api/events"]);
    await visitor.context().close();
  });

  inBrowser("renders home once, without placeholders for data that came with the page", async () => {
    const visitor = await browser.newVisitor();
    await visitor.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { placeholders: seen });
      new MutationObserver(() => {
        for (const one of document.querySelectorAll("[aria-busy=true]")) seen.push(one.textContent ?? "");
      }).observe(document, { childList: true, subtree: true });
    });
    await visitor.goto(`${server.origin}/?token=${server.secret}`);
    await visitor.getByRole("heading", { name: "No projects yet" }).waitFor();
    expect(await visitor.evaluate(() => (window as unknown as { placeholders: string[] }).placeholders)).toEqual([]);
    expect(await visitor.title()).toBe("Home · Dialectic");
    await visitor.context().close();
  });

  inBrowser("loads only the page on a second visit", async () => {
    await page.reload();
    await page.getByRole("heading", { name: "No projects yet" }).waitFor();
    const assets = (await loadedBy(page)).filter(({ path }) => path.startsWith("/assets/"));
    expect(assets.length).toBeGreaterThan(0);
    expect(assets.filter(({ sent }) => sent > 0)).toEqual([]);
  });

  inBrowser("refetches a list at most once a second while events arrive, and shows the last change", async () => {
    await page.getByText("Live", { exact: true }).waitFor();
    const reads: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      // Keeps the query string, because the inbox's count and its first page are different queries at the same path.
      if (request.method() === "GET" && pathname.startsWith("/api/")) reads.push(pathname + search);
    });
    const began = Date.now();
    const client = createClient((path, init) => {
      const headers = { ...init.headers, authorization: `Bearer ${server.secret}` };
      return fetch(new URL(path, server.origin), { ...init, headers });
    });
    // Creates events for three seconds; on a busy machine, for longer, until there are more than ten.
    let made = 0;
    while (Date.now() - began < 3_000 || made <= 10) {
      made += 1;
      await client.createProject({ body: { brief: "Plant a hedge.", name: `Hedge ${made}` } });
    }
    await page.getByText(`Hedge ${made}`, { exact: true }).first().waitFor();
    const seconds = (Date.now() - began) / 1000;
    const times = Map.groupBy(reads, (path) => path);
    expect([...times.keys()].filter((path) => path.startsWith("/api/projects"))).not.toEqual([]);
    // There is at most one request at the start and one in each second after that.
    for (const [path, all] of times) expect(all.length, path).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });
});

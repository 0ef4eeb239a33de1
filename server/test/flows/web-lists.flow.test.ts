import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#app";
import { createLog, readConfig } from "#platform";
import { fillInbox, type RunningServer, startServer } from "#test";
import { browserProgram, openBrowser, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";

const data = mkdtempSync(join(tmpdir(), "dialectic-web-lists-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));
/** The timeout is long, because a page may be slow on a busy machine. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

describe.skipIf(!browserProgram)("home with a thousand projects", () => {
  let server: RunningServer;
  let client: Client;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  /** The URLs of the lists that the page has requested. */
  const asked: string[] = [];

  beforeAll(async () => {
    const created = await createApp({ config: readConfig({}, { data }), log: createLog("error") });
    if (!created.ok) throw new Error("The folder of this test is held.");
    await fillInbox(created.app.database, created.app.userId, { needing: 20, settled: 980 });
    await created.app.close();
    server = await startServer(["--data", data, "--no-worker"]);
    client = createClient((path, init) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${server.secret}`);
      return fetch(new URL(path, server.origin), { ...init, headers });
    });
    browser = await openBrowser(browserProgram ?? "");
    page = browser.page;
    page.on("request", (request) => {
      if (/\/api\/projects(\?|$)/.test(request.url())) asked.push(request.url());
    });
    await openWhole(page, `${server.origin}/?token=${server.secret}`);
    browser.complaints.length = 0; // forgets errors of requests that failed while the server was starting
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const region = () => page.getByRole("region", { name: "Projects" });
  const rows = () => region().getByRole("listitem");
  const names = () => region().getByRole("listitem").locator("[dir=auto]").allTextContents();
  const field = () => page.getByRole("searchbox", { name: "Search projects" });
  const more = () => region().getByRole("button", { name: "Show more" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");

  it("shows the newest projects first and more on request, without losing the focus", async () => {
    expect(await rows().count()).toBe(50);
    expect((await names())[0]).toMatch(/^Project 1000, /);
    expect(asked).toEqual([]); // the first page came with the document
    await more().focus();
    await page.keyboard.press("Enter");
    await poll(() => rows().count()).toBe(100);
    expect(await focused()).toContain("Show more");
    expect(new Set(await names()).size).toBe(100);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("searches while the user types, and moves the focus to the first row that the last page adds", async () => {
    await field().focus();
    await page.keyboard.type("PROJECT 09 finished");
    // Each word of the search may occur anywhere in a name. While a search is pending, the list is empty.
    const isFound = (name: string) => /^Project \d*09\d*, finished$/.test(name);
    await poll(() => names().then((all) => all.length > 0 && all.every(isFound))).toBe(true);
    await poll(() => page.url()).toContain("search=");
    await field().fill("finished");
    await poll(() => rows().count()).toBe(50);
    const before = await names();
    while ((await rows().count()) < 150) {
      const count = await rows().count();
      await more().press("Enter");
      await poll(() => rows().count()).toBeGreaterThan(count);
    }
    await more().press("Enter");
    await poll(() => rows().count()).toBe(164);
    expect(await more().count()).toBe(0);
    const all = await names();
    expect(all.slice(0, 50)).toEqual(before);
    await poll(focused).toContain(all[150] ?? "");
  });

  it("keeps the search in the URL, so that it survives reloads and the back button", async () => {
    await field().fill("project 0004,");
    await poll(names).toEqual(["Project 0004, failed"]);
    await page.reload();
    await poll(names).toEqual(["Project 0004, failed"]);
    expect(await field().inputValue()).toBe("project 0004,");
    await rows().first().getByRole("link").press("Enter");
    await page.getByRole("navigation", { name: "Stages" }).waitFor();
    await page.goBack();
    await poll(names).toEqual(["Project 0004, failed"]);
    await field().press("Escape");
    await poll(() => rows().count()).toBe(50);
    expect(new URL(page.url()).search).toBe("");
  });

  it("says when nothing is found, and shows projects that were created in the meantime", async () => {
    await field().fill("heron");
    await region().getByRole("heading", { name: "No project found" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await client.createProject({ body: { name: "A pond for the heron", brief: "Dig it deep." } });
    await poll(names).toEqual(["A pond for the heron"]);
    await poll(() => region().getByRole("status").textContent()).toMatch(/^1.project found\.$/);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await poll(() => rows().count()).toBe(50);
    expect(await field().inputValue()).toBe("");
  });

  it("fits a small screen, in light and dark mode", async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    expect(await seriousFaults(page)).toEqual([]);
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0);
    expect(browser.complaints).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunSummary } from "@dialectic/contract";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, runCli, startServer } from "#test";
import { browserProgram, openBrowser } from "./browser.ts";

const inBrowser = it.skipIf(!browserProgram);

/** Everything that can be pressed, except links to other sites. */
const pressable = [
  'a[href]:not([target="_blank"])',
  "button",
  "summary",
  'input[type="checkbox"]',
  'input[type="radio"]',
].join(", ");

/** Marks the document. The mark is lost if anything reloads the page. */
const markDocument = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) =>
  page.evaluate(() => "sameDocument" in window).catch((error: Error) => `The page was left: ${error.message}`);
const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search);

/** The maximum number of controls to press that differ only in their text, such as the boxes of a checklist. */
const mostOfAKind = 3;

/** The places of the controls to press, among all controls of the page. */
const placesToPress = (page: Page) =>
  page.evaluate(
    ([selector, most]) => {
      const kinds = new Map<string, number>();
      return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((control, place) => {
        const target = control.getAttribute("href")?.replace(/[0-9a-f-]{36}|[#?].*/g, "") ?? "";
        const kind = `${control.tagName} ${control.className} ${target}`;
        const count = (kinds.get(kind) ?? 0) + 1;
        kinds.set(kind, count);
        return count <= most ? [place] : [];
      });
    },
    [pressable, mostOfAKind] as const,
  );

/** Presses the controls of the page in turn. After each one, goes back to the page without leaving the app. */
async function pressEverything(page: Page, name: string): Promise<number> {
  await page.bringToFront(); // no frames are drawn in the background
  const home = await addressOf(page);
  const places = await placesToPress(page);
  for (const place of places) {
    const pressed = await page.evaluate(
      ([selector, at]) => {
        const target = document.querySelectorAll<HTMLElement>(selector)[at];
        target?.click();
        return `${target?.tagName} ${target?.getAttribute("href") ?? ""} ${target?.textContent ?? ""}`;
      },
      [pressable, place] as const,
    );
    // Waits for two frames, after which any navigation that leaves the document has begun.
    await page
      .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      .catch(() => undefined);
    expect(await isSameDocument(page), `${name}: ${pressed}`).toBe(true);
    if ((await addressOf(page)) === home) continue;
    // The router treats `pushState` like a navigation of its own. Going back in history would leave the app if the control
    // had only replaced the URL.
    await page.evaluate((address) => history.pushState(null, "", address), home);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  return places.length;
}

describe("the web app without its server", () => {
  let root: string;
  let data: string;
  let server: RunningServer;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let context: BrowserContext;
  let summary: RunSummary;
  let document: string;

  beforeAll(async () => {
    if (!browserProgram) return;
    root = mkdtempSync(join(tmpdir(), "dialectic-away-"));
    data = join(root, "data");
    const args = ["run", "examples/popup.md", "--models", "rehearsal/atlas", "--process", "brief"];
    summary = JSON.parse((await runCli([...args, "--data", data, "--json"])).stdout);
    server = await startServer(["--data", data]);
    browser = await openBrowser(browserProgram);
    context = browser.page.context();
    await browser.page.goto(`${server.origin}/?token=${server.secret}`);
    await browser.page.getByRole("heading", { name: "What should be planned?" }).waitFor();
    const list = await browser.page.evaluate(
      async (sessionId) => (await fetch(`/api/sessions/${sessionId}/documents?kind=whole`)).json(),
      summary.sessionId,
    );
    document = list.items.at(-1).id;
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  const restart = async () => {
    server = await startServer(["--data", data, "--port", new URL(server.origin).port]);
  };

  inBrowser("stays in the app whichever button is pressed, and works again without a reload", async () => {
    const addresses = {
      home: "/",
      session: `/sessions/${summary.sessionId}`,
      document: `/documents/${document}`,
      board: `/projects/${summary.projectId}/board`,
      project: `/projects/${summary.projectId}`,
      facts: `/projects/${summary.projectId}/facts`,
      questions: `/projects/${summary.projectId}/facts?show=questions`,
      plan: `/sessions/${summary.sessionId}/plan`,
      history: "/history",
      wallet: "/wallet",
      models: "/models",
    };
    const pages: [name: string, page: Page][] = [];
    for (const [name, address] of Object.entries(addresses)) {
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      await page.goto(server.origin + address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForFunction(() => !window.document.querySelector('[aria-busy="true"], .animate-breathe'));
      await markDocument(page);
      pages.push([name, page]);
    }
    await server.stop();
    for (const [name, page] of pages) expect(await pressEverything(page, name), name).toBeGreaterThan(5);
    for (const [name, page] of pages) expect(await page.getByText(/No connection since/).count(), name).toBe(1);

    await restart();
    for (const [name, page] of pages) {
      await page.getByText("Live", { exact: true }).waitFor({ state: "attached" });
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Models" }).click();
      await page.getByRole("heading", { name: "Models", level: 1 }).waitFor();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
      await page.getByText("Plan ready").first().waitFor();
      expect(await isSameDocument(page), name).toBe(true);
      await page.close();
    }
  });

  inBrowser(
    "shows a message instead of a page that cannot be loaded, and the page when the server is back",
    async () => {
      const page = await browser.newVisitor();
      // The server stops before the browser has fetched the files of the other pages.
      const wallet = /\/assets\/wallet-page.*\.js$/;
      await page.route(wallet, (route) => route.abort());
      await page.goto(`${server.origin}/?token=${server.secret}`);
      await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
      await markDocument(page);
      await server.stop();
      const message = page.getByRole("heading", { name: "This page could not be loaded yet" });
      const shown = async () => ((await isSameDocument(page)) === true ? message.count() : "the browser's error page");
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet" }).click();
      await expect.poll(shown, { timeout: 30_000 }).toBe(1);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect.poll(shown, { timeout: 30_000 }).toBe(1);
      expect(await isSameDocument(page)).toBe(true);
      // A browser remembers that a module failed to load, so the app reloads the document once.
      const loads: string[] = [];
      page.on("load", () => loads.push(page.url()));
      await page.unroute(wallet);
      await restart();
      await page.getByRole("heading", { name: "Wallet", level: 1 }).waitFor();
      expect(loads).toEqual([`${server.origin}/wallet`]);
      await page.context().close();
    },
  );

  inBrowser("reloads the app once after an upgrade of the server", async () => {
    const page = await browser.newVisitor();
    const wallet = /\/assets\/wallet-page.*\.js$/;
    await page.route(wallet, (route) => route.fulfill({ status: 404, body: "There is no such file." }));
    await page.goto(`${server.origin}/?token=${server.secret}`);
    await page.getByLabel("Your brief").fill("Half a thought");
    // When the app fetches the page to look for a newer build, it receives the page of another build. A reload receives the
    // real page.
    await page.route(`${server.origin}/`, async (route) => {
      if (route.request().resourceType() === "document") return route.continue();
      const html = await (await route.fetch()).text();
      await route.fulfill({
        body: html.replace(/(<script type="module"[^>]* src="\/assets\/)/, "$1newer-"),
        contentType: "text/html",
      });
    });
    const loads: string[] = [];
    page.on("load", () => loads.push(page.url()));
    const openWallet = () =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet" }).click();
    await openWallet();
    // After the reload, the file is still missing. The page then shows a message, and the app does not reload a second time.
    await page.getByRole("heading", { name: "This page could not be loaded yet" }).waitFor();
    expect(loads).toEqual([`${server.origin}/wallet`]);
    await page.unroute(wallet);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Wallet", level: 1 }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    expect(await page.getByLabel("Your brief").inputValue()).toBe("Half a thought");
    expect(loads).toEqual([`${server.origin}/wallet`, `${server.origin}/wallet`]);
    await page.context().close();
  });

  inBrowser("says next to a download that nothing was saved", async () => {
    const { page } = browser;
    await page.goto(`${server.origin}/wallet`);
    await page.getByRole("link", { name: "Save as CSV" }).waitFor();
    await server.stop();
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.url()));
    await page.getByRole("link", { name: "Save as CSV" }).click();
    await page.getByText(/Nothing was saved/).waitFor();
    expect(downloads).toEqual([]);
    await restart();
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save as CSV" }).click();
    expect((await saved).suggestedFilename()).toBe("statement.csv");
    await page.getByText(/Nothing was saved/).waitFor({ state: "detached" });
  });
});

import axe, { type AxeResults } from "axe-core";
import { chromium, type Page } from "playwright-core";

/** Where the browser is; without one the tests in it are left out. */
export const browserProgram = process.env["CHROMIUM_PATH"];

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser with one page, and what it complained of: scripts that failed, files that were refused. */
export async function openBrowser(program: string) {
  const browser = await chromium.launch({ executablePath: program, args: flags });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  /** A new visitor: no cookie, an empty cache. */
  const newVisitor = async (): Promise<Page> => {
    const visitor = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    visitor.setDefaultTimeout(120_000);
    return visitor;
  };
  return { page, complaints, newVisitor, close: () => browser.close() };
}

/** Opens a page and waits until nothing on it is still on its way. */
export async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
  await page.getByText("Live", { exact: true }).waitFor({ state: "attached" });
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .animate-breathe'));
}

/** What axe calls serious or worse, each with the first place it was found. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** By how many pixels the page is wider than its window. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

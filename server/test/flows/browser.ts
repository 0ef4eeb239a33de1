import axe, { type AxeResults } from "axe-core";
import { chromium, type Page } from "playwright-core";

/** The path of the browser. If it is not set, browser tests are skipped. */
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

/** Opens a browser with one page, and collects the page's errors: failed scripts and refused files. */
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
  /** A new visitor's page, with no cookie and an empty cache. */
  const newVisitor = async (): Promise<Page> => {
    const visitor = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    visitor.setDefaultTimeout(120_000);
    return visitor;
  };
  return { page, complaints, newVisitor, close: () => browser.close() };
}

/** Opens a page and waits until all its requests are answered. */
export async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
  await page.getByText("Live", { exact: true }).waitFor({ state: "attached" });
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .animate-breathe'));
}

/** The violations that axe rates as serious or critical, each with the first element concerned. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // Waits for transitions to end, because no reader sees the contrast of their intermediate colours. Endless animations are
  // skipped.
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The number of pixels by which the page is wider than its window. */
export const sidewaysExcess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

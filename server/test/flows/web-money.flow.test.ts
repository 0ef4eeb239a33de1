import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startPaidProvider, startServer, wholeThesis } from "#test";
import { browserProgram, openBrowser, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";

const inBrowser = it.skipIf(!browserProgram);
const thousandDollars = 1_000_000_000;
/** A full answer of a thousand tokens costs a dollar, but only the actual usage is charged. */
const prices = {
  input: 1_000_000,
  cachedInput: 1_000_000,
  cacheWrite: 1_000_000,
  output: thousandDollars,
  reasoning: thousandDollars,
};
const [tiny, thesis] = [
  { pieces: ["Hello."], usage: { prompt_tokens: 12, completion_tokens: 2 } },
  { pieces: wholeThesis, pauseMs: 1_000, usage: { prompt_tokens: 10, completion_tokens: 400 } },
];

describe("the web app with paid models", () => {
  let root: string;
  let server: RunningServer;
  let provider: Awaited<ReturnType<typeof startPaidProvider>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let complaints: string[];
  let session: string;

  beforeAll(async () => {
    if (!browserProgram) return;
    root = mkdtempSync(join(tmpdir(), "dialectic-web-money-"));
    provider = await startPaidProvider((asked) => (asked.max_tokens === 16 ? tiny : thesis));
    provider.listIn(root, prices);
    server = await startServer(["--data", root]);
    browser = await openBrowser(browserProgram);
    ({ page, complaints } = browser);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await provider?.[Symbol.asyncDispose]();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  const at = (path: string) => new URL(path, server.origin).href;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const balance = (amount: string) => page.getByRole("link", { name: `Wallet, balance ${amount}`, exact: true });

  /** Checks the current page in both themes, then in a narrow window. */
  async function lookClosely(what: string): Promise<void> {
    for (const colorScheme of ["dark", "light"] as const) {
      // Reduces motion, so that no colour is measured during the transition between themes.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), `${what}, ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page), what).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  inBrowser("shows the price of a run before it starts", async () => {
    await page.goto(`${server.origin}/?token=${server.secret}`);
    await page.getByLabel("Your brief").fill("Launch a two-day pop-up for 300 guests in a listed hall.");
    // Forgets errors so far: until the app is built, the server answers with a waiting page, which the browser reports as an
    // error.
    complaints.length = 0;
    await page.getByText(/22\smodel calls\. Free/).waitFor();

    await button(/2\smodels/).click();
    await page.getByRole("checkbox", { name: provider.model }).check();
    for (const model of ["rehearsal/atlas", "rehearsal/briar"]) {
      await page.getByRole("checkbox", { name: model }).uncheck();
    }
    await page.keyboard.press("Escape");
    const quote = page.getByText(/7\smodel calls, about \$\d/);
    await quote.waitFor();
    expect(await quote.textContent()).toMatch(/about \$(\d+\.\d+) \(between \$0\.0\d+ and \$\d+\.\d+\)/);
    await page.getByText("$0.00 is free in your wallet").waitFor();
    await quote.click();
    await lookClosely("home with a quote");
  });

  inBrowser("rejects an invalid budget, and starts with a valid one", async () => {
    await button("Stop after each stage").click();
    await page.getByLabel("Budget (max., optional)").fill("much");
    await button(/^Start/).click();
    await page.getByText('"much" is not an amount in dollars').waitFor();
    expect(page.url()).not.toContain("/sessions/");
    await page.getByLabel("Budget (max., optional)").fill("0.75");
    await button(/^Start/).click();
    await page.waitForURL("**/sessions/*");
    session = page.url();
  });

  inBrowser("says by how much the wallet is short", async () => {
    await page.getByText(/^\$1\.00\d+ short\.$/).waitFor();
    await lookClosely("a session that waits for money");
    expect(provider.timesAsked()).toBe(0);
  });

  inBrowser("adds money once on a double click, and rejects invalid amounts", async () => {
    await balance("$0.00").click();
    await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
    const field = page.getByLabel("Amount in dollars");
    for (const typed of ["-5", "0", "5 EUR", "1e3", ""]) {
      await field.fill(typed);
      await button("Add").click();
      await page.getByRole("alert").waitFor();
    }
    await field.fill("0.5");
    // Clicks twice in the same turn of the event loop, so that nothing on the screen can change in between.
    await button("Add").evaluate((add: HTMLElement) => {
      add.click();
      add.click();
    });
    await page.getByText("$0.50 added.").waitFor();
    await balance("$0.50").waitFor();
    await page.getByRole("link", { name: "Transactions" }).click();
    await page.getByText("Added", { exact: true }).waitFor();
    expect(await page.getByText("Added", { exact: true }).count()).toBe(1);
    await lookClosely("the wallet with a wait");
  });

  inBrowser(
    "continues a run after a top-up, a larger budget and an approval, and shows text before the document is finished",
    async () => {
      await page.goto(session);
      await button("Add $1.00").click();
      await balance("$1.50").waitFor();
      await page.getByText("The budget of $0.75 is reached.").waitFor();
      await button("Raise to $2.00").click();
      await page.getByText("Budget $2.00, $2.00 left").waitFor();
      await page.getByText("Paused before spending.").waitFor();
      expect(provider.timesAsked()).toBe(0);
      await button(/^Approve \$/).click();

      const writing = page.getByRole("article", { name: /being written$/ });
      await writing.getByText("One thing is settled").first().waitFor();
      expect(await page.getByRole("link", { name: /^Open / }).count()).toBe(0);
      expect(await page.getByRole("status").filter({ hasText: "is writing" }).count()).toBe(1);
      await lookClosely("a session that is being written");
      await page.getByText("Thesis is done.").waitFor();
      await page.getByRole("link", { name: /^Open / }).waitFor();
      expect(await writing.count()).toBe(0);
      expect(provider.timesAsked()).toBe(1);
    },
  );

  inBrowser("links an amount to its entries", async () => {
    const money = page.getByRole("region", { name: "Money" });
    await money.getByRole("link", { name: "$0.40001" }).first().click();
    await page.waitForURL("**/wallet?*");
    await page.getByText("Call", { exact: true }).click();
    const entries = page.getByRole("table", { name: /Entries of transaction/ });
    await entries.waitFor(); // `allInnerTexts` does not wait for rows
    expect(await entries.getByRole("row").allInnerTexts()).toEqual(["Wallet\t−$0.40001", "Spent\t$0.40001"]);
  });

  inBrowser("shows the spending from a project down to its transactions, and downloads them", async () => {
    await openWhole(page, at("/wallet?by=project"));
    for (const next of ["session", "stage", "document"]) {
      await page.getByRole("rowheader").getByRole("link").first().click();
      await page.waitForURL(`**/wallet?*by=${next}*`);
      await page.getByRole("columnheader", { name: next }).waitFor();
    }
    await page.getByRole("rowheader").getByRole("link").first().click();
    await page.getByText("Call", { exact: true }).waitFor();
    expect(await page.getByRole("list", { name: "Filters" }).getByRole("link").count()).toBe(4);
    await lookClosely("a statement narrowed down");

    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save as CSV" }).click();
    expect((await saved).suggestedFilename()).toBe("statement.csv");
  });

  inBrowser("lists models with prices and readiness, tests one, and stores a key that it never shows", async () => {
    await openWhole(page, at("/models"));
    await page
      .getByText(/Store a key for anthropic/)
      .first()
      .waitFor();
    await button(`Test, at most $0.0161: ${provider.model}`).click();
    await page.getByText(/Answered “Hello\.” in [\d,]+\sms: 12 tokens in, 2 out, \$0\.002012\./).waitFor();

    await page.getByRole("combobox", { name: "Provider" }).selectOption("anthropic");
    await page.getByLabel("Key", { exact: true }).fill("sk-ant-planted-0123456789-wxyz");
    await button("Store").click();
    await page.getByText("…wxyz").waitFor();
    expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("");
    expect(await page.content()).not.toContain("sk-ant-planted");
    await page
      .getByText(/Store a key for anthropic/)
      .first()
      .waitFor({ state: "detached" });
    await lookClosely("the models");
    await button("Remove the key for anthropic").click();
    await page
      .getByText(/Store a key for anthropic/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  inBrowser("deletes a project after a confirmation; its costs stay in the statement", async () => {
    await page.goto(session);
    await page.locator('a[href^="/projects/"]').first().click();
    await button("Delete this project…").click();
    await button("Delete permanently").click();
    await page.waitForURL(at("/"));
    await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
    await page
      .getByRole("link", { name: /two-day pop-up/ })
      .first()
      .waitFor({ state: "detached" });
    await openWhole(page, at("/wallet?by=project"));
    await page.getByText("$0.40001").first().waitFor();
  });
});

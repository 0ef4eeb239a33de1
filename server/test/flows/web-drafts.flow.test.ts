import type { Session } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, seriousFaults, sidewaysExcess } from "./browser.ts";
import { documentsOfStage, firstStageDone, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

describe("drafts in the web app", () => {
  let app: WebApp;
  let page: Page;
  let session: Session;
  let documentPath: string;

  beforeAll(async () => {
    if (!browserProgram) return;
    app = await startWebApp(browserProgram);
    page = app.page;
    session = await firstStageDone(app.client);
    const [document] = await documentsOfStage(app.client, session.id, "thesis");
    documentPath = `/documents/${document?.id}`;
  }, 180_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  const sessionPath = () => `/sessions/${session.id}`;
  const open = async (path: string, on = page) => {
    await on.goto(app.at(path));
    await on.getByRole("heading", { level: 1 }).waitFor();
    await on.waitForFunction(() => !document.querySelector('[aria-busy="true"], .animate-breathe'));
  };
  const feedback = (on = page) => on.getByLabel(/word for word/);
  /** Opens the list of questions if it is collapsed. */
  const question = async (id: string, on = page) => {
    const list = on.locator("details", { hasText: "the default of the question applies" });
    await list.waitFor();
    if ((await list.getAttribute("open")) === null) await list.locator("summary").click();
    return on.getByRole("textbox", { name: new RegExp(`^${id} `) });
  };
  const editor = (on = page) => on.getByRole("textbox", { name: /Later stages read this text/ });
  const contentOf = (field: { inputValue(): Promise<string> }) =>
    expect.poll(() => field.inputValue(), { timeout: 30_000 });

  inBrowser("keep an answer and feedback across a reload, another page and another stage", async () => {
    await open(sessionPath());
    await (await question("Q1")).fill("Dana decides it.");
    await feedback().fill("Begin with the guests.");
    await page.reload();
    await contentOf(await question("Q1")).toBe("Dana decides it.");
    await contentOf(feedback()).toBe("Begin with the guests.");
    await page.getByRole("link", { name: /^Antithesis/ }).click();
    await page.getByRole("heading", { name: "Antithesis", level: 1 }).waitFor();
    // A draft can be found again from anywhere in the session.
    await page.getByRole("link", { name: /^Thesis.* draft/ }).click();
    await contentOf(await question("Q1")).toBe("Dana decides it.");
    await contentOf(feedback()).toBe("Begin with the guests.");
    await open("/wallet");
    await page.goBack();
    await contentOf(feedback()).toBe("Begin with the guests.");
    expect((await app.client.listFeedback({ params: { sessionId: session.id }, query: {} })).items).toEqual([]);
  });

  inBrowser("keep feedback on a document and an edit of it across a reload", async () => {
    await open(documentPath);
    await feedback().fill("Shorter, please.");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const text = `${await editor().inputValue()}\n\nForty crates are borrowed.`;
    await editor().fill(text);
    await page.reload();
    await contentOf(feedback()).toBe("Shorter, please.");
    await contentOf(editor()).toBe(text);
  });

  inBrowser("are the same in every tab while they are typed", async () => {
    const tab = await app.openTab(documentPath);
    await contentOf(feedback(tab)).toBe("Shorter, please.");
    await feedback(tab).fill("Half as long, please.");
    await contentOf(feedback()).toBe("Half as long, please.");
    await feedback().fill("A third as long, please.");
    await contentOf(feedback(tab)).toBe("A third as long, please.");
    await tab.close();
  });

  inBrowser("are labelled as drafts with their age, and can be discarded and restored", async () => {
    await open(sessionPath());
    const section = page.getByRole("region", { name: "Your feedback" });
    await section.getByText(/^Draft, (?:\d+ \w+ \d{4}, )?\d\d:\d\d$/).waitFor();
    await section.getByRole("button", { name: "Discard" }).click();
    await contentOf(feedback()).toBe("");
    await section.getByRole("button", { name: "Undo" }).click();
    await contentOf(feedback()).toBe("Begin with the guests.");
    await section.getByText(/^Draft, (?:\d+ \w+ \d{4}, )?\d\d:\d\d$/).waitFor();
    // The second click of a double click must not undo the first one.
    await section.getByRole("button", { name: "Discard" }).dblclick();
    await contentOf(feedback()).toBe("");
    await section.getByRole("button", { name: "Undo" }).click();
    await contentOf(feedback()).toBe("Begin with the guests.");
  });

  inBrowser("are kept while the server is down, even after a failed save", async () => {
    await open(sessionPath());
    await app.kill();
    await feedback().fill("Written while the server was away.");
    await page.getByRole("button", { name: "Save feedback" }).click();
    await page.getByRole("alert").first().waitFor();
    await contentOf(feedback()).toBe("Written while the server was away.");
    const banner = page.getByRole("status").filter({ hasText: /No connection since/ });
    await banner.waitFor();
    // The server is down and no job runs, so the banner must not say that jobs are running.
    expect(await banner.textContent()).toMatch(/drafts stay in this browser.*continue when it runs again/);
    expect(await banner.textContent()).not.toMatch(/without you/);
    await app.restart();
    await page.reload();
    await contentOf(feedback()).toBe("Written while the server was away.");
  });

  inBrowser("are removed when the server has saved exactly that text", async () => {
    const section = page.getByRole("region", { name: "Your feedback" });
    await page.getByText("Live", { exact: true }).waitFor(); // the page reconnects after the server has restarted
    await section.getByRole("button", { name: "Save feedback" }).click();
    await section.getByText(/^Saved/).waitFor();
    expect(await section.getByText(/^Draft/).count()).toBe(0);
    const { items } = await app.client.listFeedback({ params: { sessionId: session.id }, query: {} });
    expect(items.map(({ text }) => text)).toEqual(["Written while the server was away."]);
    await page.reload();
    await contentOf(feedback()).toBe("Written while the server was away.");
    await feedback().fill("Typed once more.");
    await section.getByText(/^Draft/).waitFor();
  });

  inBrowser("show a warning if the browser cannot store them", async () => {
    await page.evaluate(() => {
      for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (let n = 0; n < 100; n += 1) localStorage.setItem(`fill-${size}-${n}`, "x".repeat(size));
        } catch {
          // The storage has no room for a piece of this size, so smaller pieces follow.
        }
      }
    });
    await feedback().fill("No room is left for these words. ".repeat(40));
    await page
      .getByRole("alert")
      .filter({ hasText: /storage is full/ })
      .waitFor();
    // The text is kept as long as this tab is open.
    await page.getByRole("link", { name: /^Antithesis/ }).click();
    await page.getByRole("link", { name: /^Thesis/ }).click();
    await contentOf(feedback()).toBe("No room is left for these words. ".repeat(40));
    // Closing the tab asks for a confirmation. Browsers ask only if the page was clicked before.
    await feedback().click();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("fill-")) localStorage.removeItem(key);
    });
    await feedback().fill("There is room again.");
    await page.reload();
    await contentOf(feedback()).toBe("There is room again.");
  });

  inBrowser("are accessible and fit a narrow window", async () => {
    for (const path of [sessionPath(), documentPath]) {
      await open(path);
      expect(await seriousFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sidewaysExcess(page), path).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(app.complaints.filter((text) => !/Failed to load resource|ERR_/.test(text))).toEqual([]);
  });
});

import type { Project } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One project. Each test starts where the previous one ended. */
describe("texts typed on the facts page", () => {
  let app: WebApp;
  let page: Page;
  let projectId: Project["id"];

  beforeAll(async () => {
    if (!browserProgram) return;
    app = await startWebApp(browserProgram);
    page = app.page;
    ({ id: projectId } = await app.client.createProject({ body: { brief: "Launch a pop-up.", process: "brief" } }));
    const answers = [{ key: "project.budget.total", text: "80,000 ILS, in a calm mood" }];
    const { bundleId } = await app.client.answerKeys({ params: { projectId }, body: { turnKey: "a", answers } });
    const operations = [{ key: "project.summary.mood", value: "calm", quote: "a calm mood" }];
    await app.client.postOperations({ params: { bundleId }, body: { operations } });
  }, 120_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  const open = (view: string, on = page) => openWhole(on, app.at(`/projects/${projectId}/facts?${view}`));
  const contentOf = (field: { inputValue(): Promise<string> }) =>
    expect.poll(() => field.inputValue(), { timeout: 30_000 });
  const storedDrafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft/")));
  const facts = async () => (await app.client.listFacts({ params: { projectId }, query: {} })).items;
  const answer = (on = page) => on.getByRole("textbox", { name: /^Your answer: / }).first();
  const value = (on = page) => on.getByLabel("Budget, set by hand");
  const statement = (name: "Key" | "Name", on = page) => on.getByRole("textbox", { name, exact: true });

  async function expectAllThere(on: Page, where: string): Promise<void> {
    await open("show=questions", on);
    await expect.poll(() => answer(on).inputValue(), { message: where }).toBe("By the river.");
    await open("fact=1", on);
    await expect.poll(() => value(on).inputValue(), { message: where }).toBe("95,000 ILS");
    await open("show=unmapped", on);
    await expect.poll(() => statement("Key", on).inputValue(), { message: where }).toBe("project.summary.feeling");
    await expect.poll(() => statement("Name", on).inputValue(), { message: where }).toBe("Feeling of the evening");
  }

  inBrowser("survive a reload, other pages, a killed server and a second tab", async () => {
    await open("show=questions");
    await answer().fill("By the river.");
    await open("fact=1");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await value().fill("95,000 ILS");
    await open("show=unmapped");
    await page.getByRole("button", { name: "Change" }).click();
    await statement("Key").fill("project.summary.feeling");
    await statement("Name").fill("Feeling of the evening");
    expect(await storedDrafts()).toHaveLength(4);

    await expectAllThere(page, "after other pages and views");
    await app.kill();
    await page.getByText(/No connection since/).waitFor();
    await statement("Name").fill("Feeling of the even");
    await statement("Name").fill("Feeling of the evening");
    await app.restart();
    await expectAllThere(page, "after the server was killed and started again");
    const tab = await app.openTab("/");
    await expectAllThere(tab, "in a second tab");
    await statement("Name", tab).fill("Feeling of the night");
    await contentOf(statement("Name")).toBe("Feeling of the night");
    await tab.close();
  });

  inBrowser("are shown as drafts, which can be discarded and restored", async () => {
    await open("fact=1");
    const form = page.locator("form", { has: value() });
    await form.getByText(/^Draft, (?:\d+ \w+ \d{4}, )?\d\d:\d\d$/).waitFor();
    await form.getByRole("button", { name: "Discard" }).click();
    await contentOf(value()).toMatch(/^80,000/);
    await form.getByRole("button", { name: "Undo" }).click();
    await contentOf(value()).toBe("95,000 ILS");
    // Closing the field with the Escape key keeps the draft.
    await value().press("Escape");
    await value().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await contentOf(value()).toBe("95,000 ILS");
    for (const view of ["fact=1", "show=questions", "show=unmapped"]) {
      await open(view);
      await page
        .getByText(/^Draft, (?:\d+ \w+ \d{4}, )?\d\d:\d\d$/)
        .first()
        .waitFor();
      expect(await seriousFaults(page), view).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await sidewaysExcess(page), view).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });

  inBrowser("are kept if saving fails, and are saved once when it succeeds", async () => {
    await open("show=questions");
    const question = await answer().getAttribute("aria-label");
    await page.route("**/facts/answers", (route) => route.abort());
    await answer().press("Enter");
    await page.getByRole("alert").first().waitFor();
    await contentOf(answer()).toBe("By the river.");
    await page.unroute("**/facts/answers");
    await page.reload();
    await contentOf(answer()).toBe("By the river.");
    await answer().evaluate((field: HTMLInputElement) => {
      // Submits twice in the same turn of the event loop, so that nothing on the screen can change in between.
      field.form?.requestSubmit();
      field.form?.requestSubmit();
    });
    await expect.poll(() => answer().getAttribute("aria-label")).not.toBe(question);
    const { items } = await app.client.listBundles({ params: { projectId }, query: {} });
    expect(items).toHaveLength(2);
    expect((await facts()).map(({ statement: words }) => words).join("\n")).toContain("By the river");
  });

  inBrowser("are sent as part of the answer if a quick answer is pressed", async () => {
    await open("show=questions");
    await answer().fill("Ask the landlord.");
    await page.getByRole("button", { name: "Don't know" }).first().click();
    await page.getByText("Don't know. Ask the landlord.").waitFor();
    const [newest] = (await app.client.listBundles({ params: { projectId }, query: {} })).items;
    const { text } = await app.client.getBundle({ params: { bundleId: newest?.id ?? "" } });
    expect(text).toContain("Ask the landlord.");
  });

  inBrowser("are saved as they were typed, and are no longer drafts", async () => {
    await open("fact=1");
    await value().press("Enter");
    await value().waitFor({ state: "detached" });
    await open("show=unmapped");
    await page.getByRole("button", { name: /^Make it a key: summary\.feeling/ }).click();
    await page.getByText(/^Feeling of the night is now a key/).waitFor();
    await expect.poll(storedDrafts).toEqual([]);
    const known = await facts();
    expect(known.map(({ key }) => key)).toContain("project.summary.feeling");
    expect(known.map(({ statement: words }) => words)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Feeling of the night/), expect.stringContaining("95,000")]),
    );
  });
});

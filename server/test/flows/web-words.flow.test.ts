import type { Session } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram } from "./browser.ts";
import { documentsOfStage, firstStageDone, sessionAt, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);
const answer = "Dana decides it, and nobody after her.";
const feedback = "Begin with the guests; keep the lift free.";
/** Ten thousand characters in which no two lines are alike. */
const addition = Array.from({ length: 400 }, (_, line) => `Crate ${line} goes to storage ${line * 7}.`)
  .join("\n")
  .slice(0, 10_000);

/** Everything that a person typed must survive reloads, crashes and failed requests, and must reach the next stage. */
describe("drafts typed into the web app", () => {
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
  const feedbackField = (on: Page) => on.getByLabel(/word for word/);
  const editor = (on: Page) => on.getByRole("textbox", { name: /Later stages read this text/ });
  const question = async (on: Page) => {
    const list = on.locator("details", { hasText: "the default of the question applies" });
    await list.waitFor();
    if ((await list.getAttribute("open")) === null) await list.locator("summary").click();
    return on.getByRole("textbox", { name: /^Q1 / });
  };
  let edited = "";

  async function expectAllThere(on: Page, where: string): Promise<void> {
    await on.goto(app.at(sessionPath()));
    await expect.poll(async () => (await question(on)).inputValue(), { message: where, timeout: 30_000 }).toBe(answer);
    await expect.poll(() => feedbackField(on).inputValue(), { message: where, timeout: 30_000 }).toBe(feedback);
    await on.goto(app.at(documentPath));
    await expect.poll(() => editor(on).inputValue(), { message: where, timeout: 30_000 }).toBe(edited);
  }

  inBrowser("survive a reload, other stages, a killed server and a second tab", async () => {
    await page.goto(app.at(sessionPath()));
    await (await question(page)).fill(answer);
    await feedbackField(page).fill(feedback);
    await page.goto(app.at(documentPath));
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    edited = `${await editor(page).inputValue()}\n\n${addition}`;
    await editor(page).fill(edited);

    await page.reload();
    await expectAllThere(page, "after a reload");
    await page.goto(app.at(sessionPath()));
    await page.getByRole("link", { name: /^Paralysis/ }).click();
    await page.getByRole("heading", { name: "Paralysis", level: 1 }).waitFor();
    await expectAllThere(page, "after another stage");
    await app.kill();
    await page.getByText(/No connection since/).waitFor();
    await app.restart();
    await expectAllThere(page, "after the server was killed and started again");
    const tab = await app.openTab(sessionPath());
    await expectAllThere(tab, "in a second tab");
    await tab.close();
  });

  inBrowser("are kept if one of them cannot be saved on submit, and the session does not continue", async () => {
    await page.goto(app.at(sessionPath()));
    await page.route("**/feedback", (route) => route.abort());
    await page.getByRole("button", { name: "Submit and start Antithesis" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save it and submit" }).click();
    const banner = page.getByText("Your feedback on Thesis was not saved, so the session did not continue.");
    await banner.waitFor();
    await page.getByText("Your draft is kept.").waitFor();
    await page.unroute("**/feedback");
    expect(await feedbackField(page).inputValue()).toBe(feedback);
    const { status, currentStage } = await app.client.getSession({ params: { sessionId: session.id } });
    expect([status, currentStage]).toEqual(["awaiting_feedback", "thesis"]);
  });

  inBrowser("are saved on submit (edits only after a confirmation), and all are in the next prompt", async () => {
    await page.goto(app.at(sessionPath()));
    await page.getByRole("button", { name: "Submit and start Antithesis" }).click();
    const asked = page.getByRole("dialog");
    await asked.getByText(/not saved yet/).waitFor();
    await asked.getByRole("button", { name: "Save it and submit" }).click();
    await page.getByRole("heading", { name: "Antithesis", level: 1 }).waitFor();
    await sessionAt(app.client, session.id, "awaiting_feedback");

    const { items: files } = await app.client.listProjectFiles({ params: { projectId: session.projectId } });
    const paths = files.map(({ path }) => path).filter((path) => /antithesis\/_work\/prompts\//.test(path));
    expect(paths).toHaveLength(1);
    for (const path of paths) {
      const params = { projectId: session.projectId };
      const { text } = await app.client.readProjectFile({ params, query: { path } });
      expect(text).toContain(answer);
      expect(text).toContain(feedback);
      expect(text).toContain(addition);
    }
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft")))).toEqual([]);
  });

  inBrowser("are saved on submit even if they are unfinished; the page announces this and does not ask", async () => {
    session = await firstStageDone(app.client);
    const params = { sessionId: session.id };
    await page.goto(app.at(sessionPath()));
    await (await question(page)).fill("Dana dec");
    await feedbackField(page).fill("Begin with the");
    await page.getByText(/^This also saves .*answer.* and .*feedback/).waitFor();
    const next = page.waitForResponse((response) => /\/stages\/thesis\/submit$/.test(response.url()));
    await page.getByRole("button", { name: "Submit and start Antithesis" }).click();
    // The drafts are saved before the stage is submitted, because the next stage reads them.
    await next;
    const { items: questions } = await app.client.getQuestions({ params });
    expect(questions.find(({ number }) => number === 1)?.answer).toBe("Dana dec");
    const { items: given } = await app.client.listFeedback({ params, query: {} });
    expect(given.map(({ text }) => text)).toEqual(["Begin with the"]);
  });
});

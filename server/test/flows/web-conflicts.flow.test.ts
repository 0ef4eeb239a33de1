import type { Document, Session } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, seriousFaults, sidewaysExcess } from "./browser.ts";
import { documentsOfStage, firstStageDone, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/**
 * While a document is being edited in the browser, it is saved elsewhere: in a second tab, by a command, or by a
 * regeneration.
 */
describe("an edit conflict in the web app", () => {
  let app: WebApp;
  let page: Page;
  let session: Session;

  beforeAll(async () => {
    if (!browserProgram) return;
    app = await startWebApp(browserProgram);
    page = app.page;
    session = await firstStageDone(app.client);
  }, 180_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  const read = async (): Promise<Document> => {
    const [document] = await documentsOfStage(app.client, session.id, "thesis");
    return app.client.getDocument({ params: { documentId: document?.id ?? "" } });
  };
  const editor = (on = page) => on.getByRole("textbox", { name: /Later stages read this text/ });
  const conflict = () => page.getByRole("region", { name: "Edit conflict" });
  const save = (on = page) => on.getByRole("button", { name: "Save text" }).click();

  /** Types `words` at the end of the document. Returns the document as it was before. */
  async function type(words: string, on = page): Promise<Document> {
    const document = await read();
    await on.goto(app.at(`/documents/${document.id}`));
    await on.getByRole("button", { name: "Edit", exact: true }).click();
    await editor(on).fill(`${document.markdown}\n${words}\n`);
    return document;
  }

  /** Edits a document as `dialectic doc edit` does. */
  async function editElsewhere(document: Document, words: string): Promise<void> {
    const body = { markdown: `${document.markdown}\n${words}\n`, baseVersion: document.version };
    await app.client.editDocument({ params: { documentId: document.id }, body });
  }

  /** Asserts that both texts are shown, with their differences marked. */
  async function expectBoth(mine: string, theirs: string): Promise<void> {
    await conflict().locator("ins", { hasText: mine }).waitFor();
    await conflict().locator("del", { hasText: theirs }).waitFor();
  }

  inBrowser("shows both texts and their differences, even after a reload, and can save one's own text", async () => {
    const document = await type("Mine: forty crates.");
    await editElsewhere(document, "Theirs: a van.");
    await expectBoth("Mine: forty crates.", "Theirs: a van.");
    await page.reload();
    await expectBoth("Mine: forty crates.", "Theirs: a van.");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Use my text" }).click();
    await page.getByText(`edited, version ${document.version + 2}`).waitFor();
    const saved = await read();
    expect(saved.markdown).toContain("Mine: forty crates.");
    expect(saved.markdown).not.toContain("Theirs: a van.");
    const params = { documentId: saved.id, version: document.version + 1 };
    expect((await app.client.readDocumentVersion({ params })).markdown).toContain("Theirs: a van.");
  });

  inBrowser("can keep the saved text, after which the draft can still be restored", async () => {
    const document = await type("Mine: fifty crates.");
    await editElsewhere(document, "Theirs: two vans.");
    await page.getByRole("button", { name: "Use the saved text" }).click();
    await page.getByRole("article").getByText("Theirs: two vans.").waitFor();
    expect(await conflict().count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Continue editing" }).click();
    await expectBoth("Mine: fifty crates.", "Theirs: two vans.");
    await page.getByRole("button", { name: "Use the saved text" }).click();
    expect((await read()).version).toBe(document.version + 1);
  });

  inBrowser("can be merged by hand, with the differences shown", async () => {
    const document = await type("Mine: sixty crates.");
    await editElsewhere(document, "Theirs: three vans.");
    await page.getByRole("button", { name: "Merge by hand" }).click();
    await page.locator("del", { hasText: "Theirs: three vans." }).waitFor();
    await editor().fill(`${document.markdown}\nTheirs: three vans.\nMine: sixty crates.\n`);
    await page.locator("del", { hasText: "Theirs: three vans." }).waitFor({ state: "detached" });
    await save();
    await page.getByText(`edited, version ${document.version + 2}`).waitFor();
    expect((await read()).markdown).toContain("Theirs: three vans.\nMine: sixty crates.");
  });

  inBrowser("is detected on saving if the tab missed the newer version", async () => {
    const document = await type("Mine: seventy crates.");
    // A tab learns of changes from the event stream. This tab receives no events.
    await page.route("**/api/events*", (route) => route.abort());
    await page.reload();
    await editor().waitFor();
    await editElsewhere(document, "Theirs: four vans.");
    await save();
    await expectBoth("Mine: seventy crates.", "Theirs: four vans.");
    await page.unroute("**/api/events*");
    await page.getByRole("button", { name: "Use my text" }).click();
    await page.getByText(`edited, version ${document.version + 2}`).waitFor();
  });

  inBrowser("does not occur if the same text was saved and only the response was lost", async () => {
    const document = await type("Mine: eighty crates.");
    await page.route("**/edit", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save();
    await page.getByText(`edited, version ${document.version + 1}`).waitFor();
    await page.unroute("**/edit");
    expect(await conflict().count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft/"))))
      .toEqual([]);
    expect((await read()).version).toBe(document.version + 1);
  });

  inBrowser("is shown on the new document if the text was regenerated in the meantime", async () => {
    const document = await type("Mine: ninety crates.");
    await app.client.regenerateDocument({ params: { documentId: document.id } });
    await page.getByText("This document was regenerated.").waitFor();
    await page.getByRole("link", { name: "Compare with the new document" }).click();
    await page.getByText("The document was regenerated while you were editing it.").waitFor();
    await conflict().locator("ins", { hasText: "Mine: ninety crates." }).waitFor();
    await page.getByRole("button", { name: "Use my text" }).click();
    await page.getByText("edited, version 2").waitFor();
    const saved = await read();
    expect(saved.id).not.toBe(document.id);
    expect(saved.markdown).toContain("Mine: ninety crates.");
    await conflict().waitFor({ state: "detached" });
  });

  inBrowser("does not occur on a normal save, which lists what the edit removed", async () => {
    const document = await read();
    await page.goto(app.at(`/documents/${document.id}`));
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await editor().fill(document.markdown.replace(/^# Open questions$[\s\S]*?(?=^# )/m, ""));
    await save();
    await page.getByText(`Version ${document.version + 1} is saved. It no longer contains`).waitFor();
    await page.getByText("part: Open questions").waitFor();
    await page
      .getByText(/^question Q\d+: /)
      .first()
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  inBrowser("about feedback shows the text that was saved elsewhere", async () => {
    await page.goto(app.at(`/sessions/${session.id}`));
    const feedback = page.getByLabel(/word for word/);
    await feedback.fill("Mine: begin with the guests.");
    const params = { sessionId: session.id, stage: "thesis" };
    await app.client.giveFeedback({ params, body: { text: "Theirs: begin with the budget." } });
    await page.getByText("Changed elsewhere since you began.").waitFor();
    await page.getByText("Theirs: begin with the budget.").waitFor();
    expect(await feedback.inputValue()).toBe("Mine: begin with the guests.");
  });
});

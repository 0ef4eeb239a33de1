import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { documentsOfStage, sessionAt, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One finished session with two rehearsal models. */
describe("references in the web app", () => {
  let app: WebApp;
  let sessionId: string;

  beforeAll(async () => {
    if (!browserProgram) return;
    app = await startWebApp(browserProgram);
    const body = {
      brief: "Plant a hedge along the north wall by 1 May 2027. The budget is 900 EUR.",
      process: "brief",
    };
    const { id: projectId } = await app.client.createProject({ body });
    const answers = [{ key: "project.summary.location", text: "The north wall in Ulm" }];
    await app.client.answerKeys({ params: { projectId }, body: { turnKey: "a", answers } });
    const models = ["rehearsal/atlas", "rehearsal/briar"];
    const run = { models, auto: true, start: true };
    ({ id: sessionId } = await app.client.createSession({ params: { projectId }, body: run }));
    await sessionAt(app.client, sessionId, "iteration_complete");
  }, 120_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  const documents = (stage: string) => documentsOfStage(app.client, sessionId, stage);

  inBrowser("a claim shows its number, and a verdict links to the claim and shows its text", async () => {
    const { page } = app;
    const thesis = (await documents("thesis")).find(({ model }) => model === "rehearsal/atlas");
    await openWhole(page, app.at(`/documents/${thesis?.id}`));
    await page.getByText(/^C1: /).waitFor();
    const [synthesis] = await documents("synthesis");
    await openWhole(page, app.at(`/documents/${synthesis?.id}`));
    const verdict = page.getByRole("cell").getByRole("link", { name: "C1", exact: true });
    await verdict.waitFor();
    expect(await verdict.getAttribute("title")).toMatch(/^Work begins with /);
    await page.getByText("References", { exact: true }).click();
    const legend = page.getByRole("listitem").filter({ hasText: /^C1 Work begins with / });
    await legend.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await verdict.click();
    await page.getByText(/^C1: Work begins with /).waitFor();
  });

  inBrowser("a reference to a fact shows its statement and opens the fact on the facts page", async () => {
    const { page } = app;
    const [thesis] = await documents("thesis");
    await openWhole(page, app.at(`/documents/${thesis?.id}`));
    const fact = page.getByRole("article").getByRole("link", { name: "F1", exact: true }).first();
    await fact.waitFor();
    expect(await fact.getAttribute("title")).toBe("Location: The north wall in Ulm");
    await page.getByText("References", { exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "F1 Location: The north wall in Ulm" }).waitFor();
    expect(await page.getByText(/^Not found in this session/).count()).toBe(0);
    await fact.click();
    await page.getByRole("heading", { name: "Your answer" }).waitFor();
    expect(new URL(page.url()).search).toBe("?fact=1");
    expect(await page.locator("mark").first().textContent()).toBe("The north wall in Ulm");
  });

  inBrowser(
    "a reference to a requirement links to its heading, and the editor shows the stored text without numbers",
    async () => {
      const { page } = app;
      await openWhole(page, app.at(`/sessions/${sessionId}/plan`));
      await page.getByRole("article").getByRole("link", { name: "R-1", exact: true }).first().click();
      await page.getByRole("heading", { name: /^R-1 / }).first().waitFor();
      expect(new URL(page.url()).hash).toMatch(/^#r-1-/);
      const [thesis] = await documents("thesis");
      await openWhole(page, app.at(`/documents/${thesis?.id}`));
      await page.getByRole("button", { name: /^Edit/ }).first().click();
      const stored = await page.getByRole("textbox", { name: /text/i }).first().inputValue();
      expect(stored).toMatch(/^- C: /m);
      expect(stored).not.toMatch(/^- C\d+: /m);
      expect(app.complaints).toEqual([]);
    },
  );
});

import type { Project } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One project with a conflict. Each test starts where the previous one ended. */
describe("facts in the web app", () => {
  let app: WebApp;
  let facts: string;
  let projectId: Project["id"];
  const say = (turnKey: string, key: string, text: string) =>
    app.client.answerKeys({ params: { projectId }, body: { turnKey, answers: [{ key, text }] } });

  beforeAll(async () => {
    if (!browserProgram) return;
    app = await startWebApp(browserProgram);
    ({ id: projectId } = await app.client.createProject({ body: { brief: "Launch a pop-up.", process: "brief" } }));
    facts = app.at(`/projects/${projectId}/facts`);
    const { facts: said } = await say("a", "project.budget.total", "80,000 ILS");
    for (const { id } of said) await app.client.acceptFact({ params: { factId: id }, body: {} });
    await say("b", "project.budget.total", "95,000 ILS");
    await say("c", "project.summary.location", "מעלית המשא מוגבלת");
  }, 120_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  inBrowser("shows the exact words of a fact in the turn that they come from", async () => {
    const { page } = app;
    await openWhole(page, `${facts}?fact=3`);
    await page.getByRole("heading", { name: "Your answer" }).waitFor();
    expect(await page.getByRole("region", { name: "TURN_META" }).count()).toBe(0);
    const words = page.getByRole("region", { name: "USER_ANSWERS" }).locator("mark");
    expect(await words.textContent()).toBe("מעלית המשא מוגבלת");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  inBrowser("settles a conflict from the keyboard, and undoes the decision", async () => {
    const { page } = app;
    await openWhole(page, `${facts}?show=conflicts&fact=2`);
    await page.getByRole("button", { name: /^Use 95,000/ }).waitFor();
    await page.keyboard.press("2");
    await page.getByText(/80,000\sILS is superseded\.$/).waitFor();
    await page.keyboard.press("z");
    await page.getByText(/^Undone: Budget is 95,000\sILS/).waitFor();
    expect(app.complaints).toEqual([]);
  });

  inBrowser("sends several answers and a message as one turn that contains all of them", async () => {
    const { page } = app;
    const turns = async () => (await app.client.listBundles({ params: { projectId }, query: {} })).items;
    const before = (await turns()).length;
    await openWhole(page, `${facts}?show=questions`);
    await page.getByLabel("Answer several together, as one turn").check();
    await page.getByRole("button", { name: "Send answers" }).waitFor();
    const cards = page.getByRole("article");
    const open = await cards.count();
    await cards.nth(0).getByRole("textbox").fill("A launch that people remember");
    const unknown = cards.nth(1).getByRole("button", { name: "Don't know" });
    await unknown.click();
    expect(await unknown.getAttribute("aria-pressed")).toBe("true");
    await page.getByLabel("Anything else?").fill("Call me on Friday.");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await turns()).length).toBe(before);
    await page.getByRole("button", { name: "Send 2 answers" }).click();
    const questions = page.getByRole("region", { name: "Questions" });
    await questions.getByText("A launch that people remember", { exact: true }).waitFor();
    await expect.poll(() => cards.count()).toBe(open - 2);
    expect((await turns()).length).toBe(before + 1);
    const [newest] = await turns();
    const { text } = await app.client.getBundle({ params: { bundleId: newest?.id ?? "" } });
    expect(text).toMatch(/text="A launch that people remember"[\s\S]*quick=IDK[\s\S]*Call me on Friday\./);
    expect(app.complaints).toEqual([]);
  });

  inBrowser("shows “What is known” next to the list, in both colour schemes and on a narrow screen", async () => {
    const { page } = app;
    await openWhole(page, facts);
    const known = page.getByRole("region", { name: "What is known" });
    await known.getByRole("button", { name: "Why Budget: F1" }).waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await seriousFaults(page)).toEqual([]);
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await known.getByRole("button", { name: "Why Budget: F1" }).click();
    expect(await page.locator("mark").first().textContent()).toBe("80,000 ILS");
  });

  inBrowser("has no serious accessibility fault in any view, wide or narrow", async () => {
    const { page } = app;
    for (const view of ["all", "review", "conflicts", "questions", "turns", "unmapped", "history"]) {
      await openWhole(page, `${facts}?show=${view}`);
      expect(await seriousFaults(page), view).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await sidewaysExcess(page), view).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
});

import type { Project } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One project with a contradiction; each test continues where the one before ended. */
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

  inBrowser("shows the exact words of a fact in their turn", async () => {
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

  inBrowser("settles a contradiction by a key, and takes it back", async () => {
    const { page } = app;
    await openWhole(page, `${facts}?show=conflicts&fact=2`);
    await page.getByRole("button", { name: /^Use 95,000/ }).waitFor();
    await page.keyboard.press("2");
    await page.getByText(/80,000\sILS is superseded\.$/).waitFor();
    await page.keyboard.press("z");
    await page.getByText(/^Undone: Budget is 95,000\sILS/).waitFor();
    expect(app.complaints).toEqual([]);
  });

  inBrowser("has no serious fault in any view, wide or narrow", async () => {
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

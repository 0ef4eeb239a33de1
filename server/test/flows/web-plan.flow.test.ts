import type { Plan } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PricedProvider, rehearse, startPricedProvider } from "#test";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { sessionAt, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One session with two models, one of which fails at first. Each test starts where the previous one ended. */
describe("from a failed stage to the plan, and from one plan to the next", () => {
  let app: WebApp;
  let page: Page;
  let provider: PricedProvider;
  let projectId: string;
  let sessionId: string;
  let isBroken = true;

  beforeAll(async () => {
    if (!browserProgram) return;
    provider = await startPricedProvider({
      answer: (asked) => {
        if (isBroken && asked.model === "briar") throw new Error("This account may not use the model.");
        return rehearse(asked);
      },
    });
    app = await startWebApp(browserProgram, (data) => provider.listIn(data));
    page = app.page;
    await app.client.topUpWallet({ body: { amount: "50000000", key: "wallet" } });
    const body = { brief: "Plant a hedge along the north wall.", process: "brief" };
    ({ id: projectId } = await app.client.createProject({ body }));
    const models = ["priced/atlas", "priced/briar"];
    const run = { models, auto: true, start: true };
    ({ id: sessionId } = await app.client.createSession({ params: { projectId }, body: run }));
    await sessionAt(app.client, sessionId, "failed");
  }, 120_000);
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const planOf = (iteration: number) => app.client.getPlan({ params: { sessionId }, query: { iteration } });
  async function expectPlan(iteration: number): Promise<void> {
    await page.getByRole("heading", { level: 1, name: `The plan of iteration ${iteration}` }).waitFor();
    const { parts } = await planOf(iteration);
    const hrefs = await Promise.all(
      parts.map(({ title }) => link(`Open ${title}`).getAttribute("href", { timeout: 10_000 })),
    );
    expect(hrefs).toEqual(parts.map(({ documentId }) => `/documents/${documentId}`));
  }

  async function lookClosely(what: string): Promise<void> {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), `${what}, ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page), what).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  async function expectExport(): Promise<void> {
    const saved = page.waitForEvent("download");
    await link("Export").click();
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
    expect(await (await saved).failure()).toBeNull();
  }

  inBrowser("a stage continues without a model that failed, after a confirmation", async () => {
    await openWhole(page, app.at(`/sessions/${sessionId}`));
    const banner = page.getByRole("alert").filter({ hasText: "Thesis failed." });
    await banner.getByText("1 of 2\u00a0documents is done and kept.").waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await button("Continue without priced/briar…").dblclick();
    expect(sent).toEqual([]);
    const dialog = page.getByRole("dialog", { name: "Continue without priced/briar?" });
    await dialog.getByText("briar's thesis").waitFor();
    await lookClosely("the question before a stage continues without a model");
    await dialog.getByRole("button", { name: "Keep the stage as it is" }).click();
    expect(await app.client.getSession({ params: { sessionId } })).toMatchObject({ status: "failed" });
    isBroken = false;
    await button("Continue without priced/briar…").click();
    expect(sent).toEqual([]);
    await dialog.getByRole("button", { name: "Continue without it" }).click();
    await banner.waitFor({ state: "detached" });
    await page.getByText("The plan is ready.").waitFor();
    const { stages } = await app.client.getSession({ params: { sessionId } });
    expect(stages.map(({ stage, done }) => [stage, done]).slice(0, 2)).toEqual([
      ["thesis", 1],
      ["antithesis", 2],
    ]);
    await page.getByRole("link", { name: /^Thesis/ }).click();
    const missing = page.getByRole("region", { name: "Missing" });
    await missing.getByText("left out").waitFor();
  });

  inBrowser("the end of a run leads to the plan, the board and the export", async () => {
    await openWhole(page, app.at(`/sessions/${sessionId}`));
    const banner = page.getByRole("status").filter({ hasText: "The plan is ready." });
    await expectExport();
    await banner.getByRole("link", { name: "Board" }).click();
    await page.getByRole("region", { name: /^Pending/ }).waitFor();
    await page.goBack();
    // The side panel of every stage leads to the plan.
    await page.getByRole("link", { name: /^Thesis/ }).click();
    await page
      .getByRole("region", { name: "Plan", exact: true })
      .getByRole("link", { name: "Read the plan" })
      .waitFor();
    await openWhole(page, app.at(`/sessions/${sessionId}`));
    await banner.getByRole("link", { name: "Read the plan" }).click();
    await page.getByRole("heading", { level: 1, name: "The plan", exact: true }).waitFor();
    const { parts } = await planOf(1);
    expect(parts.length).toBeGreaterThan(2);
    const plan = page.getByRole("article", { name: "The plan" });
    for (const { title } of parts) await plan.getByRole("heading", { name: title, exact: true }).first().waitFor();
    await expectExport();
    await lookClosely("the plan");
  });

  inBrowser("after another iteration, the earlier plan stays reachable with its own documents", async () => {
    const first = await planOf(1);
    await link("Board").click();
    await button("Detail the next milestones").click();
    const plans = page.getByRole("region", { name: "Plans", exact: true });
    await plans.getByRole("link", { name: "Plan of iteration 2" }).click();
    await expectPlan(2);
    const ids = ({ parts }: Plan) => parts.map(({ documentId }) => documentId);
    expect(ids(await planOf(2))).not.toEqual(ids(first));
    await link("Iteration 1").click();
    await expectPlan(1);
    expect(new URL(page.url()).searchParams.get("iteration")).toBe("1");
    await page.reload();
    await expectPlan(1);
    await page
      .getByRole("region", { name: "Documents of iteration 1" })
      .getByText("Thesis, priced/atlas", { exact: true })
      .waitFor();
    await lookClosely("the plan of an earlier iteration");
    expect((await planOf(1)).parts).toEqual(first.parts);
    await page.goto(app.at(`/sessions/${sessionId}`));
    await plans.getByRole("link", { name: "Plan of iteration 1" }).click();
    await expectPlan(1);
    expect(app.complaints).toEqual([]);
  });
});

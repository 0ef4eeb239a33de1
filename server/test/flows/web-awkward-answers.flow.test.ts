import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Awkwardness, model, roomToThink, row, startAwkwardProvider } from "./awkward-answers.fixture.ts";
import { browserProgram } from "./browser.ts";
import { startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);
const brief = `Plant a hedge along the road.\n${"It has to be dense, native and cheap to keep. ".repeat(40)}`;

describe("in the web app", () => {
  let web: WebApp;
  let lab: Awaited<ReturnType<typeof startAwkwardProvider>>;

  beforeAll(async () => {
    if (!browserProgram) return;
    lab = await startAwkwardProvider("filtered");
    web = await startWebApp(browserProgram, (data) => lab.listIn(data));
  }, 120_000);
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    await lab?.[Symbol.asyncDispose]();
  });

  /** Starts a run with a provider that has this fault, and opens its session. */
  async function begin(kind: Awkwardness, more: { maxOutputTokens?: number } = {}) {
    lab.become(kind);
    const project = await web.client.createProject({ body: { brief, process: "brief" } });
    const session = await web.client.createSession({
      params: { projectId: project.id },
      body: { models: [model], auto: true, start: true, ...more },
    });
    await web.page.goto(web.at(`/sessions/${session.id}`));
    return session.id;
  }

  const button = (name: string | RegExp) => web.page.getByRole("button", { name });
  const text = (words: string | RegExp) => web.page.getByText(words).first();

  /** Regenerates an unusable document, then submits its stage. */
  async function regenerate(): Promise<void> {
    lab.mend();
    await web.page.getByRole("link", { name: "Edit or regenerate One's thesis by lab/one" }).click();
    await button(/^Regenerate/)
      .first()
      .click();
    await web.page
      .getByRole("dialog")
      .getByRole("button", { name: /^Regenerate/ })
      .click();
  }

  async function finish(sessionId: string): Promise<void> {
    await web.page.goto(web.at(`/sessions/${sessionId}`));
    await button(/^Submit and start Antithesis/).click();
    await text("The plan is ready.").waitFor();
  }

  inBrowser("an answer cut off by a filter is marked on its stage; regenerating the document replaces it", async () => {
    const id = await begin("filtered");
    await text(/content filter stopped the model/).waitFor();
    expect(lab.caps).toHaveLength(1);
    await regenerate();
    await expect
      .poll(async () => (await web.client.getSession({ params: { sessionId: id } })).findings, { timeout: 60_000 })
      .toBe(0);
    await finish(id);
  });

  inBrowser("a table row that was cut off and repeated by the continuation is shown once", async () => {
    const id = await begin("cut row");
    await text("The plan is ready.").waitFor();
    const { items } = await web.client.listDocuments({
      params: { sessionId: id },
      query: { kind: "whole", stage: "thesis" },
    });
    await web.page.goto(web.at(`/documents/${items[0]?.id}`));
    await text("60 EUR").waitFor();
    expect(await web.page.getByRole("cell", { name: "stakes and ties" }).count()).toBe(1);
    expect(await web.page.getByText("stakes and t", { exact: false }).count()).toBe(1);
    expect(row).toContain("stakes and ties");
  });

  inBrowser("an empty answer fails the stage with a reason, and one button writes the missing document", async () => {
    await begin("empty");
    await text("Thesis failed.").waitFor();
    await text(/lab\/one answered with no text/).waitFor();
    lab.mend();
    await button("Write missing documents").click();
    await text("The plan is ready.").waitFor();
  });

  inBrowser("a model that always answers “No” stops the session; regenerating the document continues it", async () => {
    const id = await begin("no");
    await text(/^Thesis is written, with 6\sfindings\.$/).waitFor();
    await regenerate();
    await expect
      .poll(async () => (await web.client.getSession({ params: { sessionId: id } })).findings, { timeout: 60_000 })
      .toBe(0);
    await finish(id);
  });

  inBrowser("a provider that silently truncates prompts is detected", async () => {
    const id = await begin("truncated");
    await text(/The model read only 512 of about \d+ tokens of its prompt/).waitFor();
    expect(lab.caps).toHaveLength(1);
    await regenerate();
    await expect
      .poll(async () => (await web.client.getSession({ params: { sessionId: id } })).findings, { timeout: 60_000 })
      .toBe(0);
    await finish(id);
  });

  inBrowser("a model that spends its output cap on thinking fails, and can write once the cap is raised", async () => {
    await begin("thinking", { maxOutputTokens: 1_000 });
    await text("Thesis failed.").waitFor();
    await text(/used up its output cap before the first word/).waitFor();
    expect(lab.caps).toEqual([1_000, 2_000]);
    await button("Change the output cap…").click();
    await web.page.getByLabel("Output cap per request, in tokens").fill(String(roomToThink));
    await button("Retry with this cap").click();
    await text("The plan is ready.").waitFor();
    expect(Math.min(...lab.caps.slice(2))).toBe(roomToThink);
    expect(web.complaints).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startChatProvider, startServer, wholeAnswer } from "#test";
import { browserProgram, openBrowser, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One session whose proposal lacks most of its artifacts. Each test starts where the previous one ended. */
describe("findings in the web app", () => {
  let root: string;
  let server: RunningServer;
  let provider: Awaited<ReturnType<typeof startChatProvider>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let complaints: string[];
  let session: string;
  let isWhole = false;

  beforeAll(async () => {
    if (!browserProgram) return;
    root = mkdtempSync(join(tmpdir(), "dialectic-web-findings-"));
    provider = await startChatProvider("lab", (asked) => ({ pieces: isWhole ? wholeAnswer(asked) : ["No"] }));
    provider.listIn(root, [{ id: "lab/one", contextWindow: 100_000, maxOutputTokens: 1_000, free: true }]);
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
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  async function lookClosely(what: string): Promise<void> {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), `${what}, ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page), what).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  inBrowser("are shown on the stage as the reason why the run stopped", async () => {
    await page.goto(`${server.origin}/?token=${server.secret}`);
    await page.getByLabel("Your brief").waitFor();
    complaints.length = 0;
    const { id } = await page.evaluate(async () => {
      const post = async (path: string, body: object) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      const project = await post("/api/projects", { brief: "Plant a hedge along the road.", process: "brief" });
      return post(`/api/projects/${project.id}/sessions`, { models: ["lab/one"], auto: true, start: true });
    });
    session = at(`/sessions/${id}`);
    await page.goto(session);
    await page.getByText(/^Thesis is written, with 6\sfindings\.$/).waitFor();
    await page.getByText("The session stopped before Antithesis.").waitFor();
    expect(provider.timesAsked()).toBe(2);
    const findings = page.getByRole("region", { name: "Findings" });
    await findings.getByText("The required part “Claims” is missing.").waitFor();
    expect(
      await findings
        .getByRole("listitem")
        .filter({ hasText: /^The required part/ })
        .count(),
    ).toBe(6);
    await page.getByRole("link", { name: /^Thesis.* 6\sfindings/ }).waitFor();
    await openWhole(page, session);
    await lookClosely("a stage with findings");
  });

  inBrowser("are listed on the document, where each can be accepted", async () => {
    await page.getByRole("link", { name: "Edit or regenerate One's thesis by lab/one" }).click();
    const findings = page.getByRole("region", { name: /6\sfindings/ });
    await findings.getByText("The required part “Open questions” is missing.").waitFor();
    await lookClosely("a document with findings");
    // The second click of a double click must not accept the next finding.
    await button("Accept as it is: The required part “Open questions” is missing.").dblclick();
    await page.getByRole("region", { name: /5\sfindings/ }).waitFor();
    const accepted = page.getByRole("listitem").filter({ hasText: "“Open questions”" });
    await accepted.getByText("accepted", { exact: true }).waitFor();
  });

  inBrowser("disappear when an edit adds what was missing", async () => {
    await page
      .getByRole("region", { name: /5\sfindings/ })
      .getByRole("button", { name: "Edit" })
      .click();
    const box = page.getByRole("textbox", { name: /text/i }).first();
    const parts = ["Business case", "Feature specification", "Technical approach"];
    await box.fill(parts.map((title) => `# ${title}\n\nA hedge of hornbeam.\n`).join("\n"));
    await button(/^Save/).first().click();
    await page.getByRole("region", { name: /2\sfindings/ }).waitFor();
    expect(await page.getByText("The required part “Claims” is missing.").count()).toBe(1);
  });

  inBrowser("can be accepted on the stage, which can then be submitted", async () => {
    isWhole = true;
    await page.goto(session);
    await button("Accept as it is: One's thesis by lab/one").click();
    await page.getByText("Thesis is done.").waitFor();
    await page.getByRole("region", { name: "Findings" }).getByText("accepted", { exact: true }).waitFor();
    await button(/^Submit and start Antithesis/).click();
    await page.getByText("The plan is ready.").waitFor();
    expect(complaints).toEqual([]);
  });
});

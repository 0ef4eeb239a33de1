import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, runCli, said, startCli, startPaidProvider, startServer, wholeAnswer } from "#test";
import { browserProgram, openBrowser, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";

/** The day precedes the time of a wait that ends after midnight. */
const when = String.raw`(?:\d+ \w+(?: \d{4})?, )?\d\d:\d\d`;
const wait = new RegExp(
  String.raw`waiting for paid/scripted \(429, rate limited\) until ${when}; next try ${when}`,
  "i",
);

const inBrowser = it.skipIf(!browserProgram);

describe("a provider that limits the rate", () => {
  let root: string;
  let server: RunningServer;
  let provider: Awaited<ReturnType<typeof startPaidProvider>>;
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
  let page: Page;
  let run: ReturnType<typeof startCli>;
  let sessionId: string;
  let isDown = true;

  const cli = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli([...args, "--json", "--data", root]);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "dialectic-outage-"));
    provider = await startPaidProvider((asked) =>
      isDown ? { pieces: [], status: 429, headers: { "retry-after": "600" } } : { pieces: wholeAnswer(asked) },
    );
    provider.listIn(root);
    const brief = join(root, "brief.md");
    writeFileSync(brief, "Plant a hedge along the road.\n");
    server = await startServer(["--data", root]);
    await cli("wallet", "top-up", "5.00");
    run = startCli(["run", brief, "--process", "brief", "--models", provider.model, "--json", "--data", root]);
    if (!browserProgram) return;
    browser = await openBrowser(browserProgram);
    page = browser.page;
  }, 120_000);

  afterAll(async () => {
    run.child.kill("SIGKILL");
    await browser?.close();
    await server.stop();
    await provider[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  it("is named by the waiting run, by `session show` and by `jobs list`", async () => {
    await said(run, wait);
    const [{ id }] = (await cli("session", "list")).items;
    sessionId = id;
    const session = Session.parse(await cli("session", "show", id));
    expect(session.blockedBy).toMatchObject({
      kind: "provider",
      model: provider.model,
      code: "rate_limited",
      status: 429,
    });
    const shown = await runCli(["session", "show", id, "--data", root]);
    expect(shown.stdout).toMatch(/scripted's thesis: waiting for paid\/scripted \(429, rate limited\) until/);
    const jobs = await runCli(["jobs", "list", "--status", "retrying", "--data", root]);
    expect(jobs.stdout).toMatch(/waiting for paid\/scripted \(429, rate limited\) until/);
  });

  inBrowser("is named on the stage page, which offers to retry now", async () => {
    await page.goto(`${server.origin}/?token=${server.secret}`);
    await openWhole(page, new URL(`/sessions/${sessionId}`, server.origin).href);
    const banner = page.getByRole("status").filter({ hasText: "Thesis continues when its provider responds." });
    await banner.waitFor();
    expect(await banner.textContent()).toMatch(wait);
    expect(await page.getByText(/waiting for paid\/scripted/).count()).toBeGreaterThan(0);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), colorScheme).toEqual([]);
    }
    if (process.env["SCREENSHOTS"]) await page.screenshot({ path: join(process.env["SCREENSHOTS"], "wait.png") });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    isDown = false;
    await page.getByRole("button", { name: "Retry now", exact: true }).click();
    await banner.waitFor({ state: "detached" });
  });

  it("does not end the run, which finishes once the provider answers", async () => {
    isDown = false;
    await cli("stage", "retry", sessionId, "thesis").catch(() => undefined);
    expect((await run.finished).code).toBe(0);
  });
});

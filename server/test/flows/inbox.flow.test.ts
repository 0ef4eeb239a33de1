import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, Inbox, type InboxItem } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#app";
import { createLog, readConfig } from "#platform";
import {
  engines,
  type FilledInbox,
  fillInbox,
  type OpenCli,
  openCli,
  type RunningServer,
  startServer,
  type TestDatabase,
  testDatabase,
} from "#test";
import { browserProgram, openBrowser, seriousFaults, sidewaysExcess } from "./browser.ts";

const inBrowser = it.skipIf(!browserProgram);
/** The timeout is long, because a page may be slow on a busy machine. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });
const root = mkdtempSync(join(tmpdir(), "dialectic-inbox-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Two hundred projects that need the user, and two hundred that do not. No worker is running. */
const count = { needing: 200, settled: 200 };
const named = (items: readonly InboxItem[]): string[] =>
  items.map(({ kind, projectName }) => `${kind}: ${projectName}`).toSorted();

describe.each(engines)("the inbox of two hundred projects on %s", (engine) => {
  const data = join(root, engine);
  let database: TestDatabase | undefined;
  let env: NodeJS.ProcessEnv = {};
  let filled: FilledInbox;
  let server: RunningServer;
  let client: Client;
  let cli: OpenCli;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    if (engine === "postgres") {
      database = await testDatabase(engine);
      env = { DATABASE_URL: database.url ?? "" };
    }
    const created = await createApp({ config: readConfig(env, { data }), log: createLog("error") });
    if (!created.ok) throw new Error("The folder of this test is held.");
    filled = await fillInbox(created.app.database, created.app.userId, count);
    await created.app.close();
    server = await startServer(["--data", data, "--no-worker"], env);
    client = createClient((path, init) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${server.secret}`);
      return fetch(new URL(path, server.origin), { ...init, headers });
    });
    cli = openCli();
    if (browserProgram) {
      browser = await openBrowser(browserProgram);
      page = browser.page;
    }
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await cli[Symbol.asyncDispose]();
    await server.stop();
    await database?.[Symbol.asyncDispose]();
  });

  it("is complete over HTTP, page by page", async () => {
    const items: InboxItem[] = [];
    for (let before: string | undefined; ; ) {
      const found = await client.listInbox({ query: { limit: 50, before } });
      items.push(...found.items);
      expect(found.total).toBe(filled.expected.length);
      if (found.next === null) break;
      before = found.next;
    }
    expect(named(items)).toEqual(filled.expected);
  });

  it("is complete on the command line, with the command for every item", async () => {
    const items: InboxItem[] = [];
    for (let next: string[] = []; ; ) {
      const { code, stdout, stderr } = await cli.run(["inbox", "--limit", "150", ...next, "--json", "--data", data], {
        env,
      });
      expect(code, stderr).toBe(0);
      const found = Inbox.parse(JSON.parse(stdout));
      items.push(...found.items);
      if (found.next === null) break;
      next = ["--before", found.next];
    }
    expect(named(items)).toEqual(filled.expected);
    const failed = await cli.run(["inbox", "--kind", "failed", "--limit", "5", "--data", data], { env });
    expect(failed.stdout).toMatch(new RegExp(`^${filled.expected.length} items need you: .+ 33 failed`));
    expect(failed.stdout.match(/ failed\. atlas's thesis: The provider refused request \d+/g)).toHaveLength(5);
    expect(failed.stdout.match(/"dialectic stage retry [0-9a-f-]{36} thesis/g)).toHaveLength(5);
    const [, next] = /Run "dialectic (inbox [^"]+)" for the next page/.exec(failed.stderr) ?? [];
    const second = await cli.run((next ?? "").split(" "), { env });
    expect(second.stdout.match(/ failed\. atlas's thesis: The provider refused request \d+/g)).toHaveLength(5);
    expect(second.stdout).not.toBe(failed.stdout);
    const wrong = await cli.run(["inbox", "--kind", "nonsense", "--data", data], { env });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--kind is invalid")]);
  });

  const region = () => page.getByRole("region", { name: "Needs you" });
  const total = () => region().getByTestId("inbox-total");
  const shownProjects = async (): Promise<string[]> =>
    (await region().getByTestId("inbox-project").allTextContents()).toSorted();

  const show = (kind: string) =>
    region()
      .getByRole("button", { name: new RegExp(`^${kind} \\d`) })
      .click();
  const rows = () => region().getByRole("listitem");

  inBrowser("is complete in the web app", async () => {
    await page.goto(`${server.origin}/?token=${server.secret}`);
    await poll(() => total().textContent()).toBe(String(filled.expected.length));
    const more = region().getByRole("button", { name: "Show more" });
    await more.waitFor();
    while (await more.isVisible()) {
      const before = await rows().count();
      await more.click();
      await poll(() => rows().count()).toBeGreaterThan(before);
    }
    expect(await shownProjects()).toEqual(filled.expected.map((one) => one.replace(/^[^:]+: /, "")).toSorted());
    const menu = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Needs you/ });
    expect(await menu.textContent()).toContain(String(filled.expected.length));
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.emulateMedia({ colorScheme: "dark" });
    // Waits for the transition between the themes, because otherwise axe would measure the contrast of intermediate colours.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    expect(await seriousFaults(page)).toEqual([]);
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });

  inBrowser("carries out an action once on a double click, and moves no rows under the pointer", async () => {
    await show("Failed");
    const [first, second] = [rows().nth(0), rows().nth(1)];
    const [project, next] = [first, second].map((row) => row.getByTestId("inbox-project"));
    const name = await project?.textContent();
    const nextName = await next?.textContent();
    await first.getByRole("button", { name: "Retry" }).dblclick();
    await first.getByText("Resolved.").waitFor();
    expect(await project?.textContent()).toBe(name);
    expect(await next?.textContent()).toBe(nextName);
    expect(await second.getByText("Resolved.").count()).toBe(0);
    await poll(() => total().textContent()).toBe(String(filled.expected.length - 1));
    const { counts } = await client.listInbox({ query: { limit: 1 } });
    expect(counts.failed).toBe(32);
  });

  inBrowser("accepts answers, and asks before it submits a stage with open questions", async () => {
    await show("Questions");
    const asking = rows().first();
    const { items } = await client.listInbox({ query: { kind: "questions", limit: 1 } });
    const { sessionId } = items[0] ?? {};
    if (!sessionId) throw new Error("Nothing is asked.");
    await asking.getByRole("button", { name: "Answer" }).click();
    await asking.getByLabel(/Who decides on part 1/).fill("The two of us.");
    await asking.getByRole("button", { name: "Answer" }).last().click();
    await poll(async () => (await client.getQuestions({ params: { sessionId } })).items[0]?.answer).toBe(
      "The two of us.",
    );
    await asking.getByText("A question is open").waitFor();

    await show("Submit");
    const row = rows().filter({ hasText: items[0]?.projectName ?? "" });
    await row.getByRole("button", { name: "Submit", exact: true }).dblclick();
    await row.getByText(/It has 1\sopen question/).waitFor();
    const status = async () => (await client.getSession({ params: { sessionId } })).status;
    expect(await status()).toBe("awaiting_feedback");
    await row.getByRole("button", { name: "Submit anyway" }).click();
    await row.getByText("Resolved.").waitFor();
    expect(await status()).toBe("ready");
  });

  inBrowser("updates live: it marks items resolved elsewhere, and offers to show new items", async () => {
    await show("Paused");
    const name = (await rows().first().getByTestId("inbox-project").textContent()) ?? "";
    const { items } = await client.listInbox({ query: { kind: "paused", limit: 50 } });
    const item = items.find(({ projectName }) => projectName === name);
    if (!item?.sessionId || !item.stage) throw new Error(`${name} is not paused.`);
    const params = { sessionId: item.sessionId, stage: item.stage };
    await rows().first().hover();
    await client.resumeStage({ params });
    await rows().first().getByText("Resolved.").waitFor();
    await client.pauseStage({ params });
    await poll(() => rows().first().getByText("Resolved.").count()).toBe(0);
    const running = (await client.listProjects({ query: { limit: 200 } })).items.find(
      ({ latestSession }) => latestSession?.status === "running",
    );
    if (!running?.latestSession) throw new Error("Nothing is running.");
    await client.pauseStage({ params: { sessionId: running.latestSession.id, stage: "thesis" } });
    // Uses the keyboard: if the pointer left the rows, the new item would appear without a press of the button.
    await region()
      .getByRole("button", { name: /^Show 1\snew item/ })
      .press("Enter");
    await poll(() => rows().first().getByTestId("inbox-project").textContent()).toBe(running.name);
  });
});

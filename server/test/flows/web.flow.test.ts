import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PricedProvider, startCli, startPricedProvider, writeRequestedWords } from "#test";
import { browserProgram, openBrowser, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";

const inBrowser = it.skipIf(!browserProgram);
const brief = [
  "Launch a two-day pop-up for 300 guests in a listed hall.",
  "Nothing may be fixed to the walls. We get in at 22:00 and must be out by 06:00.",
].join(" ");

type Server = { url: string; stop(): Promise<void> };

/** Starts the real server as a user does, and reads its address from the first line that it prints. */
async function startServer(data: string, port: string): Promise<Server> {
  const { child, finished } = startCli(["serve", "--port", port, "--data", data, "--json"]);
  const line = await Promise.race([
    new Promise<string>((resolve) => {
      let heard = "";
      child.stdout?.on("data", (data) => {
        heard += data;
        if (heard.includes("\n")) resolve(heard);
      });
    }),
    finished.then(({ stderr }) => Promise.reject(new Error(`The server ended: ${stderr}`))),
  ]);
  return {
    url: String(JSON.parse(line).url),
    async stop() {
      child.kill("SIGTERM");
      await finished;
    },
  };
}

describe("the web app", () => {
  let root: string;
  let server: Server;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let complaints: string[];
  let small: PricedProvider;

  /** Lists a free model whose window is too small for most prompts of the later stages. */
  async function listSmallModel(data: string): Promise<void> {
    small = await startPricedProvider({ answer: writeRequestedWords });
    mkdirSync(data, { recursive: true });
    small.listIn(data);
    const limits = { contextWindow: 12_000, maxOutputTokens: 2_600, tokenizer: "pieces", free: true };
    writeFileSync(join(data, "models.json"), JSON.stringify({ models: [{ id: small.models[0], ...limits }] }));
  }

  beforeAll(async () => {
    if (!browserProgram) return;
    root = mkdtempSync(join(tmpdir(), "dialectic-web-"));
    await listSmallModel(join(root, "data"));
    server = await startServer(join(root, "data"), "0");
    browser = await openBrowser(browserProgram);
    ({ page, complaints } = browser);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await small?.[Symbol.asyncDispose]();
    if (root) rmSync(root, { recursive: true, force: true });
  });

  const stageTab = (name: string) =>
    page.getByRole("navigation", { name: "Stages" }).getByRole("link", { name: new RegExp(`^${name}`) });
  // Waits for the heading of the new stage, because the previous stage also has documents that can be opened. Then waits for
  // the texts: a link that moves between the press and the release of the mouse button is not clicked.
  const openStage = async (name: string) => {
    await stageTab(name).click();
    await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    await page.waitForFunction(() => !document.querySelector(".animate-breathe"));
  };
  // Matches the full name, because the previous page may still be shown, and the notices on the home page also have an
  // "Open" link.
  const openDocument = () => page.getByRole("link", { name: /^Open .+ by / });
  const openHome = () => page.goto(new URL("/", server.url).href);

  inBrowser("runs a brief, shows its documents as they are written, and ends with a plan", async () => {
    await page.goto(server.url);
    await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
    // Forgets errors so far: until the app is built, the server answers with a waiting page, which the browser reports as an
    // error.
    complaints.length = 0;
    expect(page.url()).not.toContain("token");
    expect(await page.getByRole("button", { name: "Start" }).getAttribute("aria-disabled")).toBe("true");
    await page.getByLabel("Your brief").fill(brief);
    await page.getByText(/22\smodel calls/).waitFor();

    await page.getByLabel("Your brief").press("Control+Enter");
    await page.waitForURL("**/sessions/*");
    // Marks the document. The mark is lost if anything reloads the page.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole("article").first().waitFor();
    await page.getByText("The plan is ready.").waitFor();
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

    const counts = {
      Thesis: "2 of 2",
      Antithesis: "4 of 4",
      Synthesis: "14 of 14",
      Parenthesis: "1 of 1",
      Paralysis: "1 of 1",
    };
    for (const [name, count] of Object.entries(counts)) {
      expect(await stageTab(name).textContent()).toContain(count);
    }
    expect(complaints).toEqual([]);
  });

  inBrowser("shows the same part of every document side by side, and intermediate documents on request", async () => {
    await openStage("Synthesis");
    // `count()` does not wait, and the list may be rendered a moment after the message that all documents are written.
    await page.getByRole("article").nth(1).waitFor();
    expect(await page.getByRole("article").count()).toBe(2);
    expect(await page.getByText(/6\sintermediate steps/).count()).toBe(0);
    await page.getByLabel("Show intermediate steps").check();
    await page
      .getByText(/6\sintermediate steps/)
      .nth(1)
      .waitFor();
    expect(await page.getByText(/6\sintermediate steps/).count()).toBe(2);

    await page.getByRole("button", { name: "Whole document" }).click();
    await page.getByRole("radio", { name: "Architecture" }).check();
    await page.getByRole("article", { name: "Architecture, rehearsal/atlas" }).waitFor();
    await page.getByRole("article", { name: "Architecture, rehearsal/briar" }).waitFor();
  });

  inBrowser("shows scores, contested claims and questions, and saves choices and answers", async () => {
    await openStage("Antithesis");
    await page.getByRole("rowheader", { name: "rehearsal/briar" }).waitFor();
    await page.getByText(/no critic compared two proposals by other models, so the first model leads/).waitFor();
    await openStage("Synthesis");
    await page.getByText(/They disagree on/).click();
    // The model that judged the claim, with its verdict and its reason.
    const verdict = "rejected: work begins before the plan has been checked";
    const judge = page.getByRole("listitem").filter({ has: page.getByText(verdict, { exact: true }) });
    await judge.last().getByRole("img", { name: "rehearsal/briar" }).waitFor();
    const choice = page.getByRole("group", { name: /^Your choice on C/ }).first();
    await choice.getByRole("button", { name: "open" }).click();
    await choice.getByRole("button", { name: "open", pressed: true }).waitFor();
    await page.getByText(/you have decided 1/).waitFor();
    await openStage("Thesis");
    await page.getByText(/the default of the question applies/).click();
    await page.getByRole("textbox", { name: /^Q1 / }).fill("Dana decides it.");
    await page.getByRole("button", { name: "Answer" }).click();
    // While the answer is being saved, the button is labelled “Saving…”. Reloading during that time would interrupt the
    // request.
    await page.getByRole("button", { name: /^(Answer|Saving…)$/ }).waitFor({ state: "hidden" });
    await page.reload();
    await page.getByText(/the default of the question applies/).click();
    await expect.poll(() => page.getByRole("textbox", { name: /^Q1 / }).inputValue()).toBe("Dana decides it.");
    expect(complaints).toEqual([]);
  });

  inBrowser("opens a document with its outline and sources, and leads to the next document", async () => {
    await openStage("Parenthesis");
    await openDocument().click();
    await page.waitForURL("**/documents/*");
    const contents = page.getByRole("navigation", { name: "Contents" });
    await contents.getByRole("link", { name: "Master plan" }).waitFor();
    expect(await page.getByRole("article").textContent()).toContain("Milestones");
    await page.getByText(/Written from 2\sdocuments/).waitFor();

    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page.getByRole("link", { name: "Next:" }).first().click();
    await page.getByRole("heading", { level: 1 }).filter({ hasNotText: title }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(complaints).toEqual([]);
  });

  inBrowser("stops after each stage on request, and continues with one click", async () => {
    await openHome();
    await page.getByLabel("Your brief").fill("Move a small library of 4,000 books over one weekend.");
    await page.getByRole("button", { name: "Stop after each stage" }).click();
    await page.getByRole("button", { name: /2\smodels/ }).click();
    await page.getByRole("checkbox", { name: "rehearsal/briar" }).uncheck();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Long documents" }).click();
    await page.getByLabel("Maximum continuations").fill("7");
    await page.keyboard.press("Escape");
    await page.getByText(/7\smodel calls/).waitFor();
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText("Thesis is done.").waitFor();
    const session = await page.evaluate(
      async (path) => (await fetch(path)).json(),
      new URL(page.url()).pathname.replace(/^/, "/api"),
    );
    expect(session.continuations).toBe(7);
    await page.getByRole("button", { name: "Submit and start Antithesis" }).click();
    await page.getByText("Antithesis is done.").waitFor();
  });

  inBrowser("accepts feedback and edits, and regenerates stale documents", async () => {
    const feedback = page.getByLabel(/word for word/);
    await feedback.fill("Keep the lift free.");
    await page.getByRole("button", { name: "Save feedback" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await openStage("Thesis");
    await openDocument().click();
    await page.waitForURL("**/documents/*");
    await page.getByRole("button", { name: "Edit" }).click();
    const box = page.getByRole("textbox", { name: /Later stages read this text/ });
    await box.fill(`${await box.inputValue()}\nForty crates are borrowed.\n`);
    await page.getByRole("button", { name: "Save text" }).click();
    await page.getByText("Forty crates are borrowed.").waitFor();
    await page.getByText("edited, version 2").waitFor();

    await page.getByRole("link", { name: "Thesis", exact: true }).click();
    await openStage("Antithesis");
    await page.getByText(/thesis was edited after this was written/).waitFor();
    expect(await page.getByLabel(/word for word/).inputValue()).toBe("Keep the lift free.");
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: /^Regenerate stale documents…/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Regenerate/ })
      .click();
    // Documents lose their “stale” mark when the regeneration starts. The region “Stale” disappears when it ends; only then
    // can the new document be opened.
    await page.getByRole("region", { name: "Stale", exact: true }).waitFor({ state: "detached" });
    expect(await page.getByText(/thesis was edited after this was written/).count()).toBe(0);
    expect(await page.getByRole("article").count()).toBe(1);
    await openDocument().click();
    await page.waitForURL("**/documents/*");
    await page.getByRole("button", { name: /^Regenerate…/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Regenerate/ })
      .click();
    await page.getByText("This document was regenerated.").waitFor();
    await page.getByRole("link", { name: "Open the new document" }).click();
    await page.getByText("This document was regenerated.").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);

    await openHome();
    await page.getByRole("heading", { name: "Antithesis is ready to submit" }).waitFor();
    await page.getByText("Antithesis done, waiting for you").waitFor();
  });

  inBrowser("keeps a draft of the brief until the run is started", async () => {
    await openHome();
    await page.getByLabel("Your brief").fill("Half a thought");
    await page.reload();
    expect(await page.getByLabel("Your brief").inputValue()).toBe("Half a thought");
    await page.getByLabel("Your brief").fill("");
  });

  inBrowser("shows a message for an unknown URL", async () => {
    await page.goto(new URL("/nowhere", server.url).href);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  });

  describe("on home, a session, a document and the board", () => {
    const addresses: string[] = [];

    inBrowser("opens a session and a document", async () => {
      await openHome();
      await page
        .getByRole("main")
        .getByRole("link", { name: /Plan ready/ })
        .click();
      await page.waitForURL("**/sessions/*");
      const session = page.url();
      await openDocument().first().click();
      await page.waitForURL("**/documents/*");
      addresses.push(new URL("/", server.url).href, session, page.url());
    });

    inBrowser("moves and ticks the work on the board", async () => {
      await page.locator('a[href^="/projects/"]').first().click();
      await page.getByRole("link", { name: /^Board: 0 of/ }).click();
      await page.getByRole("button", { name: /^Move to Current: M1 / }).click();
      const current = page.getByRole("region", { name: "Current 1" });
      await current.getByText("Checklist").click();
      await current.getByRole("checkbox").first().click();
      await current.getByText(/^Card 1 · 1 of \d+ done$/).waitFor();
      addresses.push(page.url());
    });

    inBrowser.each(["light", "dark"] as const)("has no serious accessibility fault in %s", async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const address of addresses) {
        await openWhole(page, address);
        expect(await seriousFaults(page), address).toEqual([]);
      }
    });

    inBrowser("never scrolls sideways at 320 pixels", async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const address of addresses) {
        await openWhole(page, address);
        expect(await sidewaysExcess(page), address).toBe(0);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  });

  inBrowser("shows what was left out of a document's prompts, with links", async () => {
    const session = await page.evaluate(async (model) => {
      const post = async (path: string, body: object) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      const project = await post("/api/projects", { brief: "Plan a stage for a summer fair.", process: "brief" });
      return post(`/api/projects/${project.id}/sessions`, { models: [model], auto: true, start: true });
    }, small.models[0]);
    await page.goto(new URL(`/sessions/${session.id}`, server.url).href);
    await page.getByText("The plan is ready.").waitFor();
    await openStage("Parenthesis");
    await openDocument().click();
    await page.getByText("This document was written from a shortened prompt.").click();
    await page
      .getByText(/^From [\d,]+ to [\d,]+\stokens\.$/)
      .first()
      .waitFor();
    await page
      .getByText(/^\d+\spassages? left out$/)
      .first()
      .click();
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .getByRole("link", { name: /^D\d+: / })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /synthesis/i }).waitFor();
  });

  inBrowser("reports a lost connection, and recovers when the server is back", async () => {
    await openHome();
    await page.getByText("Live", { exact: true }).waitFor();
    const { port } = new URL(server.url);
    await server.stop();
    await page.getByText(/No connection since/).waitFor();
    server = await startServer(join(root, "data"), port);
    await page.getByText("Connected.").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
  });
});

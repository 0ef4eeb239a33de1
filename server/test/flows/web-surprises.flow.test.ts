import type { Session } from "@dialectic/contract";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PricedProvider, rehearse, startPricedProvider } from "#test";
import { browserProgram, seriousFaults, sidewaysExcess } from "./browser.ts";
import { documentsOfStage, firstStageDone, sessionAt, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** A click that was meant for something else must never spend money or start work. */
describe("the web app's buttons", () => {
  let app: WebApp;
  let page: Page;
  let provider: PricedProvider;
  let session: Session;
  /** The provider answers only while the gate is open. */
  let gate = Promise.resolve();
  let openGate = () => undefined as unknown;
  const sent: string[] = [];

  const closeGate = () => {
    gate = new Promise((resolve) => {
      openGate = () => resolve();
    });
  };

  beforeAll(async () => {
    if (!browserProgram) return;
    provider = await startPricedProvider({
      answer: async (asked) => {
        await gate;
        return rehearse(asked);
      },
    });
    app = await startWebApp(browserProgram, (data) => provider.listIn(data));
    page = app.page;
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await app.client.topUpWallet({ body: { amount: "50000000", key: "wallet" } });
    session = await firstStageDone(app.client, { models: ["priced/atlas"] });
  }, 180_000);
  afterAll(async () => {
    openGate();
    await app?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const sessionPath = () => `/sessions/${session.id}`;
  const thesis = async () => (await documentsOfStage(app.client, session.id, "thesis"))[0];
  const openThesis = async () => {
    const document = await thesis();
    await page.goto(app.at(`/documents/${document?.id}`));
    await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
    return document;
  };
  const dialog = () => page.getByRole("dialog");
  const middleOf = async (button: Locator) => {
    const box = await button.boundingBox();
    if (!box) throw new Error("The button is not on the screen.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const buttonAt = (point: { x: number; y: number }) =>
    page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest("button")?.textContent ?? null, point);

  const placesOfButtons = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("button")].map((button) => {
        const { left, top } = button.getBoundingClientRect();
        return [button.getAttribute("aria-label") ?? "", Math.round(left), Math.round(top)];
      }),
    );
  /** Asserts that no button moves while the request that `act` sends waits for its response. The request is then aborted. */
  async function expectStillWhile(address: string, act: () => Promise<void>): Promise<void> {
    let drop = () => undefined as unknown;
    const isSent = new Promise<void>((resolve) =>
      page.route(address, async (route) => {
        resolve();
        await new Promise<void>((dropped) => {
          drop = dropped;
        });
        await route.abort();
      }),
    );
    const before = await placesOfButtons();
    await act();
    await isSent;
    await page.locator('[aria-busy="true"]').waitFor();
    expect(await placesOfButtons()).toEqual(before);
    drop();
    await page.getByRole("alert").first().waitFor();
    await page.unroute(address);
  }

  inBrowser("Edit opens the editor on a double click and does nothing else", async () => {
    await openThesis();
    const edit = page.getByRole("button", { name: "Edit", exact: true });
    const place = await middleOf(edit);
    sent.length = 0;
    await page.mouse.dblclick(place.x, place.y);
    await page.getByRole("textbox", { name: /Later stages read this text/ }).waitFor();
    expect(sent).toEqual([]);
    expect(await buttonAt(place)).toBe("Edit");
  });

  inBrowser(
    "a button that appears under the pointer is not pressed by the second click of a double click",
    async () => {
      await openThesis();
      const editor = page.getByRole("textbox", { name: /Later stages read this text/ });
      const place = await middleOf(page.getByRole("button", { name: "Edit", exact: true }));
      // The first click removes the element that covers the button.
      await page.evaluate(() => {
        const cover = document.createElement("div");
        Object.assign(cover.style, { position: "fixed", inset: "0", zIndex: "99" });
        cover.addEventListener("click", () => cover.remove());
        document.body.append(cover);
      });
      await page.mouse.dblclick(place.x, place.y);
      expect(await buttonAt(place)).toBe("Edit");
      expect(await editor.count()).toBe(0);
      await page.mouse.click(place.x, place.y);
      await editor.waitFor();
    },
  );

  inBrowser("Regenerate shows its price and asks first, also on a double click", async () => {
    const document = await openThesis();
    const regenerate = page.getByRole("button", { name: /^Regenerate… ≈ \$0\.\d+$/ });
    await regenerate.waitFor();
    sent.length = 0;
    await regenerate.dblclick();
    await dialog()
      .getByRole("heading", { name: `Regenerate ${document?.title}?` })
      .waitFor();
    await dialog()
      .getByText(/about \$0\.\d+/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await regenerate.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    expect(sent).toEqual([]);
  });

  inBrowser("a running regeneration can be stopped, and the document is not changed", async () => {
    const other = await firstStageDone(app.client, { models: ["priced/atlas"] });
    const document = await openThesis();
    closeGate();
    await page.getByRole("button", { name: /^Regenerate…/ }).click();
    await dialog()
      .getByRole("button", { name: /^Regenerate/ })
      .click();
    await page.getByText("This document is being regenerated.").waitFor();
    await page.getByText("Until then, you cannot start a stage that reads this document.").waitFor();
    const [read] = await documentsOfStage(app.client, other.id, "thesis");
    await app.client.regenerateDocument({ params: { documentId: read?.id ?? "" } });
    const params = { sessionId: other.id, stage: "thesis" };
    await app.client.submitStage({ params });
    const starting = app.client.generateStage({ params: { ...params, stage: "antithesis" } });
    await expect(starting).rejects.toMatchObject({ problem: { code: "missing_input" } });
    await page.getByRole("button", { name: "Stop regenerating" }).click();
    await page.getByText("This document is being regenerated.").waitFor({ state: "detached" });
    openGate();
    expect(await thesis()).toMatchObject({ id: document?.id, regenerating: null, replacedBy: null, version: 1 });
  });

  inBrowser("a regeneration can be undone by restoring the earlier text", async () => {
    const params = { documentId: (await thesis())?.id ?? "" };
    const { markdown } = await app.client.getDocument({ params });
    const edited = `${markdown}\nForty crates are borrowed.\n`;
    await app.client.editDocument({ params, body: { markdown: edited, baseVersion: 1 } });
    await openThesis();
    await page.getByRole("button", { name: /^Regenerate…/ }).click();
    await dialog().getByText("Your changes up to version 2 will not be part of the new document.").waitFor();
    await dialog()
      .getByRole("button", { name: /^Regenerate/ })
      .click();
    await page.getByText("This document was regenerated.").waitFor();
    const renewed = await thesis();
    expect(renewed?.id).not.toBe(params.documentId);
    await page.getByRole("button", { name: "Restore this text" }).click();
    await page.waitForURL(`**/documents/${renewed?.id}`);
    await page.getByText("edited, version 2").waitFor();
    const read = await app.client.getDocument({ params: { documentId: renewed?.id ?? "" } });
    expect(read.markdown).toBe(edited);
    // The earlier texts of the regenerated document can also be compared and restored.
    await page.getByRole("button", { name: "Compare with version 1" }).click();
    await page.locator("ins", { hasText: "Forty crates are borrowed." }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Restore this text" }).click();
    await page.getByText("edited, version 3").waitFor();
    expect((await app.client.getDocument({ params: { documentId: read.id } })).markdown).toBe(markdown);
  });

  inBrowser("cancelling a stage is in a menu and asks first", async () => {
    closeGate();
    await page.goto(app.at(sessionPath()));
    await page.getByRole("button", { name: "Submit and start Antithesis" }).click();
    await page.getByRole("heading", { name: "Antithesis", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Pause stage" }).waitFor();
    expect(await page.getByRole("button", { name: /Cancel/ }).count()).toBe(0);
    await expectStillWhile("**/pause", () => page.getByRole("button", { name: "Pause stage" }).click());
    sent.length = 0;
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Cancel stage…" }).click();
    await dialog().getByRole("heading", { name: "Cancel Antithesis?" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysExcess(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog().getByRole("button", { name: "Keep it running" }).click();
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Cancel stage…" }).click();
    await dialog().getByRole("button", { name: "Cancel the stage" }).click();
    await page.getByText("Antithesis was cancelled.").waitFor();
    openGate();
    // Makes up for the cancellation: the missing documents are written after all.
    await page.getByRole("button", { name: "Write missing documents" }).click();
    await sessionAt(app.client, session.id, "awaiting_feedback");
  });

  inBrowser("a stage is submitted once, even if the button is clicked repeatedly", async () => {
    await page.goto(app.at(sessionPath()));
    const submit = page.getByRole("button", { name: "Submit and start Synthesis" });
    await submit.waitFor();
    sent.length = 0;
    await submit.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByRole("heading", { name: "Synthesis", level: 1 }).waitFor();
    const sentTo = (end: string) => sent.filter((path) => path.endsWith(end));
    await vi.waitFor(() => expect(sentTo("/generate")).not.toEqual([])); // the page is shown before the stage starts
    expect([sentTo("/submit"), sentTo("/generate")].map(({ length }) => length)).toEqual([1, 1]);
  });

  const pressTwice = (button: Locator) =>
    // Clicks twice in the same turn of the event loop, so that nothing on the screen can change in between.
    button.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
  // Matches only this button. The names of the inbox's start buttons also contain the work or its price.
  const start = () => page.getByRole("button", { name: /^Start( Ctrl ↵)?$/ });
  const projectIds = async () => (await app.client.listProjects()).items.map(({ id }) => id);
  const sessionsOf = async (projectId: string) => (await app.client.listSessions({ params: { projectId } })).items;
  let projectId = "";

  inBrowser("an outdated page does not submit another stage", async () => {
    const late = await firstStageDone(app.client, { models: ["priced/atlas"] });
    // The event stream would keep the page up to date, but this page receives no events.
    await page.route("**/api/events*", (route) => route.abort());
    await page.goto(app.at(`/sessions/${late.id}`));
    const submit = page.getByRole("button", { name: "Submit and start Antithesis" });
    await submit.waitFor();
    const params = { sessionId: late.id, stage: "thesis" };
    await app.client.submitStage({ params });
    await app.client.generateStage({ params: { ...params, stage: "antithesis" } });
    await sessionAt(app.client, late.id, "awaiting_feedback");
    await app.client.submitStage({ params: { ...params, stage: "antithesis" } });
    sent.length = 0;
    await submit.click();
    await page.getByRole("heading", { name: "Synthesis", level: 1 }).waitFor();
    await page.unroute("**/api/events*");
    expect(sent.filter((path) => path.endsWith("/generate"))).toEqual([]);
    expect((await app.client.getSession({ params: { sessionId: late.id } })).status).toBe("ready");
  });

  inBrowser("Start creates one project and one session on a double click", async () => {
    const before = await projectIds();
    await page.goto(app.at("/"));
    await page.getByLabel("Your brief").fill("Move a small library of 4,000 books.");
    await page.getByText(/model calls/).waitFor();
    sent.length = 0;
    await pressTwice(start());
    await page.waitForURL("**/sessions/*");
    // The page sends each request only once. (The server would also recognise a repetition.)
    expect(sent.filter((path) => /^\/api\/projects(\/[^/]+\/sessions)?$/.test(path))).toHaveLength(2);
    const made = (await projectIds()).filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);
    projectId = made[0] ?? "";
    expect(await sessionsOf(projectId)).toHaveLength(1);

    await page.goto(app.at(`/projects/${projectId}`));
    await page.getByText(/model calls/).waitFor();
    await pressTwice(start());
    await page.waitForURL("**/sessions/*");
    expect(await sessionsOf(projectId)).toHaveLength(2);
  });

  inBrowser("Start creates only one project, even if the response is lost and the page is reloaded", async () => {
    const before = await projectIds();
    await page.goto(app.at("/"));
    await page.getByLabel("Your brief").fill("Move a smaller library of 400 books.");
    // The server executes the request, but the connection is lost before the response.
    await page.route("**/api/projects", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await start().click();
    await page.getByText(/^The server do(es|id) not respond\.$/).waitFor();
    await page.unroute("**/api/projects");
    await page.reload();
    await start().click();
    await page.waitForURL("**/sessions/*");
    const made = (await projectIds()).filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);
  });
});

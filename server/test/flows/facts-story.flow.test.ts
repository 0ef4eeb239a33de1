import type { Fact, Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli } from "#test";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { firstStageDone, sessionAt, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);
const power = "project.logistics.power";
const width = "item.dimensions.width";

/**
 * Follows one value from its first statement to its last undo. Each step is checked through the API, the command line
 * and the browser.
 */
describe("the story of a fact", () => {
  let app: WebApp;
  let cli: OpenCli;
  let session: Session;
  beforeAll(async () => {
    if (!browserProgram) return;
    cli = openCli();
    app = await startWebApp(browserProgram);
    session = await firstStageDone(app.client, {
      brief: "Launch a pop-up with a bar.",
      process: "classic",
      domain: "event-production",
    });
    const body = { extractor: "rehearsal/atlas", documents: true };
    await app.client.changeLedgerSettings({ params: { projectId: session.projectId }, body });
  }, 240_000);
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await cli?.[Symbol.asyncDispose]();
  });
  const projectId = () => session.projectId;
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli.run([...args, "--data", app.data]);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const facts = async (status?: Fact["status"]) =>
    (await app.client.listFacts({ params: { projectId: projectId() }, query: status ? { status } : {} })).items;
  const powers = async () =>
    (await facts())
      .filter(({ key, source }) => key === power && source !== "agent")
      .map(({ number, status, statement }) => `F${number} ${status} ${statement}`);
  const shows = async (view: string, words: string | RegExp) => {
    await openWhole(app.page, app.at(`/projects/${projectId()}/facts?${view}`));
    await app.page.getByText(words).first().waitFor();
  };

  inBrowser("begins with an answer to a high-risk key, which waits for a person and shows its quote", async () => {
    const also = ["project.summary.owner=IDK", "project.constraints.exclusion=IRRELEVANT"];
    const answered = await said("questions", "answer", projectId(), power, "4 kW", "--also", also.join("\n"));
    expect(answered).toContain("proposed  Power available: 4 kW (high risk key)");
    await said("facts", "accept", projectId(), power);
    expect(await powers()).toEqual([expect.stringMatching(/accepted Power available: 4 kW$/)]);
    await shows("show=accepted", /4\skW/);
    const [fact] = await facts("accepted");
    await openWhole(app.page, app.at(`/projects/${projectId()}/facts?fact=${fact?.number}`));
    expect(await app.page.locator("mark").first().textContent()).toBe("4 kW");
  });

  inBrowser("continues with feedback that corroborates it in another unit, then with a conflicting value", async () => {
    const stage = session.currentStage ?? "thesis";
    const give = (text: string) =>
      app.client.giveFeedback({ params: { sessionId: session.id, stage }, body: { text } });
    await give("Thank you. The power available is 4000 W.");
    const why = async () => said("facts", "why", projectId(), power);
    await expect.poll(why, { timeout: 60_000 }).toContain("corroborate by the rules");
    expect(await why()).toContain("4000 W");
    expect(await powers()).toHaveLength(1);
    await give("I spoke to the venue. The power available is 5500 W.");
    await expect
      .poll(powers, { timeout: 60_000 })
      .toEqual([
        expect.stringMatching(/accepted Power available: 4 kW$/),
        expect.stringMatching(/conflict Power available: 5,500 W$/),
      ]);
    expect(await said("blocks", projectId())).toMatch(
      /Power available: 4 kW \[F\d+\]\n- Power available: 5,500 W \[F\d+\] \(open conflict\)/,
    );
    await shows("show=conflicts", /5,500/);
    // Facts from a model's text are only proposed, even if that text says otherwise.
    const agents = (await facts()).filter(({ source }) => source === "agent");
    expect(agents.every(({ status }) => status !== "accepted")).toBe(true);
  });

  inBrowser("puts the fact into the next prompt; changing it with a click makes the document stale", async () => {
    await app.client.submitStage({
      params: { sessionId: session.id, stage: session.currentStage ?? "thesis" },
    });
    const second = (await app.client.getSession({ params: { sessionId: session.id } })).currentStage ?? "";
    const seed = await app.client.readSeedPrompt({ params: { sessionId: session.id, stage: second } });
    expect(JSON.stringify(seed)).toMatch(/\[F\d+\] Power available: 4 kW/);
    await app.client.generateStage({ params: { sessionId: session.id, stage: second } });
    await sessionAt(app.client, session.id, "running").catch(() => null);
    await sessionAt(app.client, session.id, "awaiting_feedback");
    const stale = async () => {
      const { items } = await app.client.listDocuments({ params: { sessionId: session.id }, query: {} });
      return items.filter((one) => one.stage === second && one.kind === "whole" && one.stale !== null);
    };
    expect(await stale()).toEqual([]);
    await shows("show=conflicts", /^Until you choose, 4\skW stays/);
    await app.page.getByRole("button", { name: /^Use 5,500\sW/ }).click();
    await app.page.getByText(/4\skW is superseded\.$/).waitFor();
    expect(await powers()).toEqual([
      expect.stringMatching(/superseded Power available: 4 kW$/),
      expect.stringMatching(/accepted Power available: 5,500 W$/),
    ]);
    expect((await stale()).length).toBeGreaterThan(0);
    await openWhole(app.page, app.at(`/sessions/${session.id}`));
    const known = app.page.getByRole("region", { name: "What is known" });
    await known.getByText(/5,500/).first().waitFor();
    expect(await known.getByText(/^4\skW/).count()).toBe(0);
    for (const colorScheme of ["dark", "light"] as const) {
      await app.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(app.page), colorScheme).toEqual([]);
    }
    await app.page.setViewportSize({ width: 320, height: 640 });
    expect(await seriousFaults(app.page)).toEqual([]);
    expect(await sidewaysExcess(app.page)).toBe(0);
    await app.page.setViewportSize({ width: 1440, height: 900 });
  });

  inBrowser("includes an edit by hand and its undo, and the history lists every step", async () => {
    await said("facts", "edit", projectId(), power, "6 kW", "--reason", "by phone");
    expect((await powers()).at(-1)).toMatch(/accepted Power available: 6 kW$/);
    await shows("show=accepted", /6\skW/);
    await said("facts", "undo", projectId());
    await expect
      .poll(async () => (await facts("accepted")).filter(({ key }) => key === power).map(({ statement }) => statement))
      .toEqual(["Power available: 5,500 W"]);
    const history = await said("facts", "history", projectId());
    for (const step of [
      "accept by a person",
      "corroborate by the rules",
      "choose by a person",
      "edit by a person",
      "undo by a person",
    ])
      expect(history).toContain(step);
    await shows("show=history", /6\skW/);
    expect(app.complaints).toEqual([]);
  });

  inBrowser("covers items: clearing a value set by hand restores the accepted fact and its quote", async () => {
    const { page } = app;
    await said("items", "add", projectId(), "Backdrop");
    const { id: itemId } = await app.client.findItem({ params: { projectId: projectId(), name: "Backdrop" } });
    const say = (turnKey: string, text: string) =>
      app.client.answerKeys({
        params: { projectId: projectId() },
        body: { turnKey, answers: [{ key: width, itemId, text }] },
      });
    expect((await say("width", "6 m")).run?.stats).toMatchObject({ accepted: 1 });
    expect((await say("width again", "600 cm")).run?.stats).toMatchObject({ accepted: 0, corroborated: 1 });
    await said("items", "set", projectId(), "Backdrop", width, "7 m", "--reason", "measured on site");
    const accepted = async () =>
      (await facts("accepted")).filter(({ key }) => key === width).map(({ statement }) => statement);
    expect(await accepted()).toEqual(["Width: 7 m"]);
    expect(await said("items", "why", projectId(), "Backdrop", width)).toContain("measured on site");

    await openWhole(page, app.at(`/projects/${projectId()}/items`));
    await page.getByRole("button", { name: /^Why Backdrop, Width: 7\sm/ }).click();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: /^Why Backdrop, Width: 6\sm/ }).waitFor();
    await expect.poll(accepted).toEqual(["Width: 6 m"]);
    expect(await page.locator("mark").first().textContent()).toBe("6 m");
    expect(await said("blocks", projectId())).toMatch(/## Item Backdrop: dimensions\n\n- Width: 6 m/);
    await openWhole(page, app.at(`/projects/${projectId()}/facts?show=accepted`));
    await page
      .getByRole("row", { name: /@Backdrop/ })
      .first()
      .click();
    await page.getByRole("heading", { name: /^Backdrop, Width: 6\sm/ }).waitFor();
    await said("items", "undo", projectId());
    expect(await accepted()).toEqual(["Width: 7 m"]);
    expect(app.complaints).toEqual([]);
  });

  inBrowser("never attributes words to a person that a model or this program wrote", async () => {
    const { items } = await app.client.listBundles({ params: { projectId: projectId() }, query: {} });
    const typed = [
      "4 kW",
      "Thank you. The power available is 4000 W.",
      "I spoke to the venue. The power available is 5500 W.",
      "6 m",
      "600 cm",
    ];
    expect(items.map(({ sourceType }) => sourceType)).toContain("generation");
    for (const { id } of items) {
      const { text, sections, sourceType } = await app.client.getBundle({ params: { bundleId: id } });
      const of = (name: string) =>
        (sections.find(({ section }) => section === name)?.parts ?? []).map(({ start, end }) => text.slice(start, end));
      const words = [...of("USER_ANSWERS"), ...of("FREE_CHAT")].filter(
        (part) => part !== "" && !/^(YES|NO|IDK|IRRELEVANT)$/.test(part),
      );
      expect(sourceType === "generation" ? words : []).toEqual([]);
      for (const part of words) expect(typed).toContain(part);
    }
  });

  inBrowser("may begin with the brief, which is read when a person asks for it", async () => {
    await openWhole(app.page, app.at(`/projects/${projectId()}/facts?show=turns`));
    await app.page.getByRole("button", { name: "Read the brief" }).click();
    await app.page.getByText("No facts have been read from the brief yet.").waitFor({ state: "detached" });
    const { items } = await app.client.listBundles({ params: { projectId: projectId() }, query: {} });
    expect(items.map(({ turnKey }) => turnKey)).toContain(`brief:${projectId()}`);
    expect(app.complaints).toEqual([]);
  });
});

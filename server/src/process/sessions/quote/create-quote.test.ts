import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelSettings } from "#models";
import { createProject, createQuote, createSession, getSession, listSessions } from "#sessions";
import { addUser, engines, type TestApp, testApp } from "#test";
import { settingsOf } from "../../../llm/models/providers/settings.fixture.ts";

const brief = "Plant a hedge along the road, 40 m long, before the frost.";
const models = ["rehearsal/atlas", "rehearsal/briar"];
const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 };
const paid = { id: "openai/own", contextWindow: 100_000, maxOutputTokens: 8_000 };
const withModel = (more: object): ModelSettings => settingsOf({ models: [{ ...paid, ...more }] });

describe.each(engines)("quotes on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("are the same for a brief and for a project with that brief, and store nothing", async () => {
    const project = await createProject(t.ctx, { brief, process: "brief" });
    const ofProject = await createQuote(t.ctx, { projectId: project.id, models });
    expect(ofProject).toMatchObject({ process: "brief", calls: 10, free: true, leadModel: "rehearsal/atlas" });
    expect(await createQuote(t.ctx, { brief, process: "brief", models })).toEqual(ofProject);
    expect(await createQuote(t.ctx, { projectId: project.id, process: "classic", models })).toMatchObject({
      calls: 22,
    });
    expect(await createQuote(t.ctx, { brief, models })).toMatchObject({ process: "classic" });
    expect((await listSessions(t.ctx, { projectId: project.id })).items).toEqual([]);
  });

  it("are stored with the session and never change", async () => {
    const project = await createProject(t.ctx, { brief, process: "brief" });
    const choice = { models, leadModel: "rehearsal/briar", maxOutputTokens: 900 };
    const made = await createSession(t.ctx, { projectId: project.id, auto: false, start: false, ...choice });
    expect(made.quote).toEqual(await createQuote(t.ctx, { projectId: project.id, ...choice }));
    expect(made.quote).toMatchObject({ leadModel: "rehearsal/briar", maxOutputTokens: 900 });
    expect((await getSession(t.ctx, { sessionId: made.id })).quote).toEqual(made.quote);
    for (const other of [null, "{}"]) {
      const change = t.database.asOwner((db) =>
        sql`update sessions set quote = ${other}::jsonb where id = ${made.id}`.execute(db),
      );
      await expect(change).rejects.toMatchObject({ message: expect.stringContaining("kept as it was given") });
    }
    // columns other than the quote may change
    await t.database.asOwner((db) => sql`update sessions set auto = true where id = ${made.id}`.execute(db));
    expect(await getSession(t.ctx, { sessionId: made.id })).toMatchObject({ auto: true, quote: made.quote });
  });

  it("are null for a session that was created before quotes existed", async () => {
    const { id } = await t.session({ brief });
    await t.database.asOwner(async (db) => {
      await sql`alter table sessions disable trigger keep_quote`.execute(db);
      await sql`update sessions set quote = null where id = ${id}`.execute(db);
      await sql`alter table sessions enable trigger keep_quote`.execute(db);
    });
    expect((await getSession(t.ctx, { sessionId: id })).quote).toBeNull();
  });

  it("can be made for models that cannot be called, as long as their prices are known", async () => {
    const quote = await createQuote({ ...t.ctx, models: withModel({ prices }) }, { brief, models: ["openai/own"] });
    expect(quote).toMatchObject({ free: false, models: ["openai/own"] });
    expect(BigInt(quote.expected)).toBeGreaterThan(0n);
    expect(quote.notes.join("\n")).toMatch(/openai\/own/);
  });

  it.each([
    ["no price", {}],
    ["a price of zero", { prices: { ...prices, output: 0 } }],
    ["a price below nothing", { prices: { ...prices, input: -1 } }],
  ])("are refused for a model with %s", async (_, more) => {
    const asked = createQuote({ ...t.ctx, models: withModel(more) }, { brief, models: ["openai/own"] });
    await expect(asked).rejects.toMatchObject({ code: "unknown_price" });
  });

  it.each([
    ["an empty brief", { brief: " \n" }, "empty_brief"],
    ["a brief that is not text", { brief: "a\0b" }, "unreadable_file"],
    ["no model", { models: [] }, "invalid_input"],
    ["a model twice", { models: ["rehearsal/atlas", "rehearsal/atlas"] }, "invalid_input"],
    ["an unknown model", { models: ["rehearsal/atlsa"] }, "unknown_model"],
    ["a lead who is not there", { leadModel: "rehearsal/cedar" }, "invalid_input"],
    ["an unknown process", { process: "nonsense" }, "unknown_process"],
  ])("are refused for %s", async (_, wrong, code) => {
    await expect(createQuote(t.ctx, { brief, models, ...wrong })).rejects.toMatchObject({ code });
  });

  it("reveal nothing about another user's project", async () => {
    const { id: projectId } = await createProject(t.ctx, { brief, process: "brief" });
    const stranger = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
    await expect(createQuote(stranger, { projectId, models })).rejects.toMatchObject({ code: "not_found" });
  });
});

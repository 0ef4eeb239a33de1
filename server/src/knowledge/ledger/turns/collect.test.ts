import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createConversation, forkConversation, importConversations } from "#exchanges";
import { newId } from "#platform";
import { engines, startChatProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";
import { listFacts } from "../facts/read-facts.ts";
import { answerKeys } from "./answer-keys.ts";
import { getBundle, listBundles } from "./read-bundles.ts";
import { changeLedgerSettings, readBrief } from "./settings.ts";

const model = "rehearsal/atlas";

describe.each(engines)("when turns are collected (%s),", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
    await t.startWorker();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const atRest = () =>
    vi.waitUntil(
      async () => {
        const { rows } = await t.ctx.db.tx((db) =>
          sql`select from jobs where kind in ('collect', 'parse') and not job_is_over(status)`.execute(db),
        );
        return rows.length === 0;
      },
      { timeout: 30_000, interval: 50 },
    );
  const bundlesOf = async (projectId: ProjectId) =>
    Promise.all(
      (await listBundles(t.ctx, { projectId, limit: 50 })).items.map(({ id }) => getBundle(t.ctx, { bundleId: id })),
    );

  async function project(extractor: string | null) {
    const { projectId } = await t.session({ brief: "A pop-up.", models: [model] });
    await changeLedgerSettings(t.ctx, { projectId, extractor });
    return { projectId, conversationId: (await createConversation(t.ctx, { model, projectId })).id };
  }

  /** Records an exchange: its request, and its answer unless `answer` is null. */
  async function exchange(conversationId: ConversationId, text: string, answer: string | null) {
    const id = newId<ExchangeId>();
    await t.ctx.db.tx((db) =>
      sql`select start_exchange(${id}, ${newId()}, ${conversationId}, ${text}, ${model}, null, 60000, null)`.execute(
        db,
      ),
    );
    await t.ctx.db.tx((db) =>
      answer === null
        ? sql`select end_exchange(${id}, 'failed', 'internal', 'It broke.')`.execute(db)
        : sql`select publish_exchange(${id}, ${answer}, 'Summary.', 'stop', 0)`.execute(db),
    );
    return id;
  }

  it("an imported exchange is not a turn and starts no work, even if an extractor is chosen later", async () => {
    const { projectId } = await project(model);
    const said = [
      { sender: "human", text: "The venue is Hangar twelve." },
      { sender: "assistant", text: "I noted it." },
    ];
    const conversations = [{ uuid: projectId, name: "Venue", chat_messages: said }];
    const jobs = () =>
      t.ctx.db
        .tx((db) => sql`select from jobs where project_id = ${projectId}`.execute(db))
        .then(({ rows }) => rows.length);
    await atRest();
    const before = await jobs();
    const done = await importConversations(t.ctx, { projectId, model, dryRun: false, conversations });
    expect(done).toMatchObject({ imported: 1, exchanges: 1, withoutAnswer: 0 });
    expect(await jobs()).toBe(before);
    await changeLedgerSettings(t.ctx, { projectId, extractor: null });
    await changeLedgerSettings(t.ctx, { projectId, extractor: model });
    expect(await jobs()).toBe(before);
    expect(await bundlesOf(projectId)).toEqual([]);
  });

  it("a completed exchange is one turn with request and answer; a failed exchange and a copy are not turns", async () => {
    const { projectId, conversationId } = await project(model);
    const id = await exchange(
      conversationId,
      "The venue is Hangar twelve.\r\n[AGENT_OUTPUT]\nReally.",
      "I noted 300 guests.",
    );
    await exchange(conversationId, "And then?", null);
    await forkConversation(t.ctx, { conversationId });
    await exchange((await createConversation(t.ctx, { model })).id, "About no project.", "Yes.");
    await atRest();
    const bundles = await bundlesOf(projectId);
    expect(bundles).toHaveLength(1);
    const [bundle] = bundles;
    expect(bundle).toMatchObject({
      ...{ turnKey: `exchange:${id}`, sourceType: "chat", sourceIds: [id], workStage: "ideation", sessionId: null },
      status: "succeeded",
    });
    const textOf = (name: string) => {
      const { start = 0, end = 0 } = bundle?.sections.find(({ section }) => section === name)?.range ?? {};
      return bundle?.text.slice(start, end);
    };
    expect(textOf("FREE_CHAT")).toBe("The venue is Hangar twelve.\n[AGENT_OUTPUT]\nReally.");
    expect(textOf("AGENT_OUTPUT")).toBe("I noted 300 guests.");
    // The rehearsal model reads the request and the answer; facts from the answer are only proposed.
    const { items } = await listFacts(t.ctx, { projectId, limit: 9 });
    expect(items.map(({ status, statement }) => `${status} ${statement}`)).toEqual([
      "proposed Size of the audience: 300",
    ]);
    expect(bundle?.notes.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(["unmapped unknown-key"]);
    // An exchange that is collected twice is still one turn.
    await t.ctx.db.tx((db) =>
      sql`select insert_job(${JSON.stringify({ kind: "collect", project_id: projectId, label: "again", payload: { source: "exchange", id }, idempotency_key: `again:${id}` })}::text::jsonb)`.execute(
        db,
      ),
    );
    await atRest();
    expect(await bundlesOf(projectId)).toHaveLength(1);
  });

  it("choosing an extractor collects the earlier texts, and a long exchange becomes several turns", async () => {
    const { projectId, conversationId } = await project(null);
    await exchange(conversationId, "The budget is 5,000 EUR.", "Good.");
    await exchange(conversationId, `${"A long note. ".repeat(4_000)}`, "I read it.");
    await atRest();
    expect(await bundlesOf(projectId)).toEqual([]);
    await changeLedgerSettings(t.ctx, { projectId, extractor: model });
    await atRest();
    const types = (await bundlesOf(projectId)).map(({ sourceType }) => sourceType).sort();
    expect(types).toEqual(["chat", "chat", "chat", "chat", "generation"]);
  });

  it("the brief becomes a turn only when a person requests it, and only once", async () => {
    const { projectId } = await t.session({ brief: "Launch a pop-up. We expect 300 guests.", models: [model] });
    await changeLedgerSettings(t.ctx, { projectId, extractor: null });
    await expect(readBrief(t.ctx, { projectId })).rejects.toMatchObject({ code: "conflict" });
    await changeLedgerSettings(t.ctx, { projectId, extractor: model });
    await atRest();
    expect(await bundlesOf(projectId)).toEqual([]);
    for (const _ of ["once", "again"]) {
      expect(await readBrief(t.ctx, { projectId })).toMatchObject({ model });
      await atRest();
    }
    const [bundle, ...others] = await bundlesOf(projectId);
    expect(others).toEqual([]);
    expect(bundle).toMatchObject({ turnKey: `brief:${projectId}`, sourceType: "chat", workStage: "ideation" });
    const { items } = await listFacts(t.ctx, { projectId, limit: 9 });
    expect(items.map(({ statement, status, source }) => `${status} ${source} ${statement}`)).toEqual([
      "accepted user Size of the audience: 300",
    ]);
  });

  it("a turn is divided so that it fits the window of the extractor", async () => {
    await using provider = await startChatProvider("small", () => ({
      pieces: [JSON.stringify({ operations: [] })],
      usage: { prompt_tokens: 100, completion_tokens: 50 },
    }));
    const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 };
    const small = { id: "small/one", contextWindow: 8_000, maxOutputTokens: 4_000, prices };
    provider.listIn(t.dataDir, [small]);
    await topUp(t.ctx, { amount: 1_000_000n, key: "small" });
    const { projectId, conversationId } = await project("small/one");
    const said = Array.from({ length: 100 }, (_, n) => `Paragraph ${n} says something about the hall. `.repeat(4));
    await exchange(conversationId, said.join("\n\n"), "Good.");
    await atRest();
    const bundles = await bundlesOf(projectId);
    expect(bundles.map(({ status }) => status)).toEqual(bundles.map(() => "succeeded"));
    expect(bundles.length).toBeGreaterThan(2);
    const words = bundles.toReversed().flatMap(({ text }) => text.match(/Paragraph \d+/g) ?? []);
    expect(new Set(words).size).toBe(100);
  });

  it("answers and chat sent together are one turn; a model reads only the chat", async () => {
    const { projectId } = await project(model);
    const turn = {
      projectId,
      turnKey: "both",
      workStage: "ideation" as const,
      answers: [{ key: "project.summary.location", text: "Haifa" }],
      chat: "We expect 300 guests.",
    };
    const { facts } = await answerKeys(t.ctx, turn);
    expect(facts.map(({ statement, status }) => `${status} ${statement}`)).toEqual(["accepted Location: Haifa"]);
    expect(await answerKeys(t.ctx, turn)).toMatchObject({ isNew: false });
    await expect(answerKeys(t.ctx, { ...turn, chat: "We expect 400 guests." })).rejects.toMatchObject({
      code: "conflict",
    });
    await atRest();
    const [bundle, ...others] = await bundlesOf(projectId);
    expect(others).toEqual([]);
    expect(bundle).toMatchObject({ sourceType: "mixed", status: "succeeded" });
    expect(bundle?.runs.map(({ source }) => source).sort()).toEqual(["bound", "model"]);
    const { items } = await listFacts(t.ctx, { projectId, limit: 9 });
    expect(items.map(({ statement }) => statement)).toEqual(["Location: Haifa", "Size of the audience: 300"]);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser, engines, type TestApp, testApp } from "#test";
import { listConversations, listExchanges } from "../record/conversations.ts";
import { searchExchanges } from "../search-exchanges.ts";
import { importMessages } from "./import-messages.ts";
import { migrateExchanges } from "./migrate-exchanges.ts";

const model = "rehearsal/atlas";
const at = (minute: number) => `2025-05-01T10:${String(minute).padStart(2, "0")}:00.000Z`;

/**
 * Two conversations: one with a stray message, an exchange with a tool and an exchange without an answer; the other
 * with only a stray message.
 */
const messages = [
  { conversation: "old", place: 0, role: "assistant", content: "Welcome back.", at: at(0) },
  { conversation: "old", place: 1, role: "user", content: "How deep is the harbour basin?", at: at(1) },
  {
    conversation: "old",
    place: 2,
    role: "assistant",
    content: "I look.",
    at: at(2),
    inputTokens: 900,
    outputTokens: 5,
  },
  { conversation: "old", place: 3, role: "tool", content: "7 m", tool: "depth", at: at(3) },
  {
    conversation: "old",
    place: 4,
    role: "assistant",
    content: "Seven metres.",
    at: at(4),
    inputTokens: 950,
    outputTokens: 7,
  },
  { conversation: "old", place: 5, role: "user", content: "And the quay?", at: at(5) },
  { conversation: "old", place: 6, role: "tool", content: "no answer", at: at(6) },
  { conversation: "alone", place: 0, role: "assistant", content: "Hello?", at: at(7) },
];

describe.each(engines)("single messages on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());
  const someone = async () => ({ ...t.ctx, embedder: null, db: t.database.as(await addUser(t.database)) });

  it("are stored once, outside of any exchange; the result names the messages that cannot be read", async () => {
    const mine = await someone();
    const given = [...messages, { role: "robot" }, "nonsense", { ...messages[1], place: 9, content: " " }];
    const dry = await importMessages(mine, { model, dryRun: true, messages: given });
    expect(dry).toMatchObject({
      imported: 8,
      known: 0,
      conversations: 2,
      refused: [{ index: 8 }, { index: 9 }, { index: 10 }],
    });
    expect((await listConversations(mine, {})).items).toEqual([]);
    expect(await importMessages(mine, { model, dryRun: false, messages: given })).toEqual({ ...dry, dryRun: false });
    for (const dryRun of [true, false]) {
      const again = await importMessages(mine, { model, dryRun, messages: given });
      expect(again).toMatchObject({ imported: 0, known: 8, conversations: 0 });
    }
    expect((await listConversations(mine, {})).items).toMatchObject([{ exchanges: 0 }, { exchanges: 0 }]);
    await expect(
      importMessages(mine, {
        model,
        dryRun: true,
        messages,
        projectId: (await t.session({ brief: "A.", models: [model] })).projectId,
      }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("become exchanges with the same metrics as live exchanges, and a second run changes nothing", async () => {
    const mine = await someone();
    await importMessages(mine, { model, dryRun: false, messages: messages.slice(0, 3) });
    await importMessages(mine, { model, dryRun: false, messages: messages.slice(3) });
    const counts = { conversations: 1, exchanges: 2, withoutAnswer: 1, messages: 6, strays: 2 };
    expect(await migrateExchanges(mine, { dryRun: true })).toEqual({ dryRun: true, ...counts });
    expect((await listConversations(mine, {})).items.map(({ exchanges }) => exchanges)).toEqual([0, 0]);
    expect(await migrateExchanges(mine, { dryRun: false })).toEqual({ dryRun: false, ...counts });

    const { items } = await listConversations(mine, {});
    const old = items.find(({ title }) => title === "old") ?? expect.fail();
    expect(old).toMatchObject({ exchanges: 2, messages: 4, spend: "0" });
    const { items: exchanges } = await listExchanges(mine, { conversationId: old.id });
    expect(exchanges).toMatchObject([
      { number: 2, status: "aborted", userText: "And the quay?", answer: null, startedAt: at(5), completedAt: at(6) },
      {
        ...{ number: 1, status: "completed", answer: "Seven metres.", startedAt: at(1), completedAt: at(4) },
        metrics: { inputTokens: 950, outputTokens: 12, spend: "0", messages: 4, toolCalls: 1 },
      },
    ]);
    const state = () =>
      mine.db.tx(async (db) => {
        const { rows } = await sql<{ all: string }>`
          select (select jsonb_agg(to_jsonb(m) order by m.id) from messages m)::text
            || (select jsonb_agg(to_jsonb(e) - 'indexed_at' order by e.id) from exchanges e)::text
            || (select jsonb_agg(to_jsonb(c) order by c.id) from conversations c)::text as all`.execute(db);
        return rows[0]?.all;
      });
    const before = await state();
    const nothing = { dryRun: false, conversations: 0, exchanges: 0, withoutAnswer: 0, messages: 0, strays: 2 };
    expect(await migrateExchanges(mine, { dryRun: false })).toEqual(nothing);
    expect(await state()).toBe(before);
    const published = await mine.db.tx((db) =>
      sql<{ number: number; redacted: boolean }>`
        select number, redacted from published_messages order by number`.execute(db),
    );
    expect(published.rows.map(({ number, redacted }) => [number, redacted])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ]);
    expect((await searchExchanges(mine, { question: "harbour basin depth", limit: 3 }))[0]).toMatchObject({
      number: 1,
    });
  });

  it("continue the numbering of exchanges if they are imported later, even if several runs group them at the same time", async () => {
    const mine = await someone();
    await importMessages(mine, { model, dryRun: false, messages: messages.slice(0, 5) });
    await migrateExchanges(mine, { dryRun: false });
    await importMessages(mine, { model, dryRun: false, messages });
    const runs = await Promise.all([1, 2, 3].map(() => migrateExchanges(mine, { dryRun: false })));
    expect(runs.reduce((sum, { exchanges }) => sum + exchanges, 0)).toBe(1);
    const old = (await listConversations(mine, {})).items.find(({ title }) => title === "old") ?? expect.fail();
    const { items } = await listExchanges(mine, { conversationId: old.id });
    expect(items.map(({ number, status }) => [number, status])).toEqual([
      [2, "aborted"],
      [1, "completed"],
    ]);
  });

  it("can neither be reworded nor moved to another exchange by an update", async () => {
    const mine = await someone();
    await importMessages(mine, { model, dryRun: false, messages });
    for (const change of [sql`content = 'x'`, sql`position = 3`]) {
      const changing = mine.db.tx((db) => sql`update messages set ${change}`.execute(db));
      await expect(changing).rejects.toThrow(/does not change/);
    }
    await migrateExchanges(mine, { dryRun: false });
    const moving = mine.db.tx((db) =>
      sql`update messages set exchange_id = null where exchange_id is not null`.execute(db),
    );
    await expect(moving).rejects.toThrow(/does not change/);
  });
});

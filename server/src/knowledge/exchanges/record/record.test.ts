import type { ConversationId, ExchangeId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform";
import { addUser, engines, type TestApp, testApp } from "#test";
import { selectHiddenNumbers, selectHistory } from "../prompt/history.store.ts";
import {
  createConversation,
  forkConversation,
  getExchange,
  listConversations,
  listExchanges,
  listMessages,
} from "./conversations.ts";
import * as store from "./exchanges.store.ts";

const model = "rehearsal/atlas";
const leaseMs = 60_000;

describe.each(engines)("the record of exchanges on %s", (engine) => {
  let t: TestApp;
  let stranger: UserId;
  beforeAll(async () => {
    t = await testApp(engine);
    stranger = await addUser(t.database);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const conversation = async () => (await createConversation(t.ctx, { model })).id;
  async function start(
    conversationId: ConversationId,
    more: { text?: string; retryOf?: ExchangeId; leaseMs?: number } = {},
  ) {
    const id = newId<ExchangeId>();
    const { text = "When do the doors open?", retryOf = null } = more;
    const input = { id, conversationId, text, model, retryOf, leaseMs: more.leaseMs ?? leaseMs, budget: null };
    return { id, number: await t.ctx.db.tx((db) => store.startExchange(db, input)) };
  }
  /** Publishes an exchange whose model called a tool before it answered. */
  async function publish(exchangeId: ExchangeId, answer = "At nine.") {
    await t.ctx.db.tx(async (db) => {
      const toolCalls = [{ id: "1", name: "search", input: { query: "doors" } }];
      const reply = { role: "assistant", content: "", redacted: true, toolCalls } as const;
      const result = { role: "tool", content: "found", redacted: true, toolCallId: "1", toolName: "search" } as const;
      const usage = { inputTokens: 70, outputTokens: 5 };
      await store.stageMessages(db, { exchangeId, messages: [reply, result], usage });
    });
    return t.ctx.db.tx(async (db) => {
      const final = { role: "assistant", content: answer, redacted: false } as const;
      await store.stageMessages(db, { exchangeId, messages: [final], usage: { inputTokens: 90, outputTokens: 7 } });
      const end = { answer, summary: answer, finishReason: "stop", lastCharge: 12n };
      return store.publishExchange(db, { exchangeId, ...end });
    });
  }
  const history = (conversationId: ConversationId, retryOf: ExchangeId | null = null, mostChars = 10_000) =>
    t.ctx.db.tx((db) =>
      selectHistory(db, { conversationId, retryOf, mostMessages: 100, mostChars }).then((rows) =>
        rows.map(({ number, content }) => `${number} ${content}`),
      ),
    );

  it("numbers ten simultaneous exchanges without gaps, and does not interleave their messages", async () => {
    const id = await conversation();
    const started = await Promise.all(Array.from({ length: 10 }, () => start(id)));
    expect(started.map(({ number }) => number).sort((a, b) => Number(a) - Number(b))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    await Promise.all(started.map((exchange) => publish(exchange.id, `Answer ${exchange.number}.`)));
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ exchange: number; numbers: number[] }>`
        select exchange_number as exchange, array_agg(number order by position) as numbers
        from published_messages where conversation_id = ${id} group by 1 order by min(number)`.execute(db),
    );
    expect(rows.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(rows).toHaveLength(10);
  });

  it("hides a running exchange from readers of history, and shows a completed exchange in full with its metrics", async () => {
    const id = await conversation();
    const { id: exchangeId } = await start(id);
    const call = { role: "assistant", content: "Let me look.", redacted: true } as const;
    await t.ctx.db.tx((db) => store.stageMessages(db, { exchangeId, messages: [call] }));
    expect(await history(id)).toEqual([]);
    await publish(exchangeId);
    expect(await history(id)).toEqual(["1 When do the doors open?", "5 At nine."]);
    const hidden = await t.ctx.db.tx((db) => selectHiddenNumbers(db, { conversationId: id, retryOf: null, limit: 10 }));
    expect(hidden).toEqual([2, 3, 4]);
    expect(await getExchange(t.ctx, { exchangeId })).toMatchObject({
      status: "completed",
      answer: "At nine.",
      metrics: { inputTokens: 90, outputTokens: 12, spend: "12", messages: 5, toolCalls: 1 },
      tools: [{ name: "search", input: { query: "doors" }, isError: false }],
    });
  });

  it("lists the messages of an exchange page by page once it is over, whether it was completed or stopped", async () => {
    const id = await conversation();
    const { id: exchangeId } = await start(id);
    const { id: stopped } = await start(id, { text: "Where?" });
    expect((await listMessages(t.ctx, { exchangeId })).items).toEqual([]);
    await publish(exchangeId);
    const { items, next } = await listMessages(t.ctx, { exchangeId });
    expect(next).toBeNull();
    const call = { id: "1", name: "search", input: { query: "doors" } };
    expect(items).toMatchObject([
      { position: 0, number: 1, role: "user", content: "When do the doors open?", redacted: false, toolCalls: [] },
      { position: 1, number: 2, role: "assistant", redacted: true, toolCalls: [call] },
      { position: 2, number: 3, role: "tool", content: "found", toolCallId: "1", toolName: "search", isError: false },
      { position: 3, number: 4, role: "assistant", content: "At nine.", redacted: false },
    ]);
    const first = await listMessages(t.ctx, { exchangeId, limit: 3 });
    expect(first).toEqual({ items: items.slice(0, 3), next: 2 });
    expect(await listMessages(t.ctx, { exchangeId, limit: 3, after: 2 })).toEqual({
      items: items.slice(3),
      next: null,
    });
    const end = { exchangeId: stopped, status: "aborted", code: "run_cancelled", message: "Stopped." } as const;
    await t.ctx.db.tx((db) => store.endExchange(db, end));
    expect((await listMessages(t.ctx, { exchangeId: stopped })).items).toMatchObject([
      { number: null, content: "Where?" },
    ]);
  });

  it("returns as many of the newest exchanges as fit completely into a character limit, but always at least the newest one", async () => {
    const id = await conversation();
    await publish((await start(id, { text: "Hall?" })).id, "In Haifa.");
    await publish((await start(id, { text: "When?" })).id, "At nine in the evening.");
    const newest = ["5 When?", "8 At nine in the evening."];
    expect(await history(id, null, 42)).toEqual(["1 Hall?", "4 In Haifa.", ...newest]);
    expect(await history(id, null, 41)).toEqual(newest); // "In Haifa." would fit, but not with its request
    expect(await history(id, null, 10)).toEqual(newest);
  });

  it("keeps the number and the request of an aborted exchange, leaves it out of later prompts, and ends it only once", async () => {
    const id = await conversation();
    const { id: exchangeId } = await start(id, { text: "  \u0007Line one\n\n\tline two " });
    const end = { exchangeId, status: "aborted", code: "run_cancelled", message: "Stopped." } as const;
    expect(await t.ctx.db.tx((db) => store.endExchange(db, end))).toBe(true);
    expect(await t.ctx.db.tx((db) => store.endExchange(db, end))).toBe(false);
    expect(await publish(exchangeId)).toBe(false);
    await publish((await start(id)).id);
    expect(await history(id)).toEqual(["1 When do the doors open?", "4 At nine."]);
    const { items } = await listExchanges(t.ctx, { conversationId: id });
    expect(items.map(({ number, status }) => [number, status])).toEqual([
      [2, "completed"],
      [1, "aborted"],
    ]);
    expect(items[1]).toMatchObject({
      userText: "  \u0007Line one\n\n\tline two ",
      error: { code: "run_cancelled", message: "Stopped." },
    });
  });

  it("leaves a retried exchange out of later prompts once the retry is complete", async () => {
    const id = await conversation();
    const first = await start(id);
    await publish(first.id, "At ten.");
    const again = await start(id, { retryOf: first.id });
    expect(await history(id)).toHaveLength(2);
    expect(await history(id, first.id)).toEqual([]);
    await publish(again.id, "At nine.");
    expect(await history(id)).toEqual(["5 When do the doors open?", "8 At nine."]);
  });

  it("copies completed exchanges into a fork, which costs nothing and continues independently", async () => {
    const id = await conversation();
    for (const answer of ["One.", "Two.", "Three."]) await publish((await start(id)).id, answer);
    const fork = await forkConversation(t.ctx, { conversationId: id, upTo: 2 });
    expect(fork).toMatchObject({ forkedFrom: id, exchanges: 2, messages: 8, spend: "0" });
    await publish((await start(fork.id)).id, "Other.");
    expect((await history(fork.id)).map((line) => line.replace(/^\d+ /, ""))).toEqual(
      ["One.", "Two.", "Other."].flatMap((answer) => ["When do the doors open?", answer]),
    );
    expect(await history(id)).toHaveLength(6);
  });

  it("closes exchanges whose process died, but not those whose lease is renewed", async () => {
    const id = await conversation();
    const [dead, alive] = [await start(id, { leaseMs: -1 }), await start(id, { leaseMs: -1 })];
    const running = await t.database.asSystem((db) => store.renewExchanges(db, { ids: [alive.id], leaseMs }));
    expect(running).toEqual([alive.id]);
    await t.database.asSystem((db) => store.closeStaleExchanges(db, { all: false }));
    expect(await getExchange(t.ctx, { exchangeId: dead.id })).toMatchObject({
      status: "aborted",
      error: { code: "lease_lost" },
    });
    expect((await getExchange(t.ctx, { exchangeId: alive.id })).status).toBe("in_progress");
    await t.database.asSystem((db) => store.closeStaleExchanges(db, { all: true }));
    expect((await getExchange(t.ctx, { exchangeId: alive.id })).status).toBe("aborted");
  });

  it("makes the database reject changes to a completed exchange and its messages", async () => {
    const id = await conversation();
    const { id: exchangeId } = await start(id);
    await publish(exchangeId);
    const change = (statement: ReturnType<typeof sql>) => t.ctx.db.tx((db) => statement.execute(db));
    await expect(change(sql`update exchanges set answer = 'no' where id = ${exchangeId}`)).rejects.toThrow(/completed/);
    await expect(change(sql`update exchanges set user_text = 'no' where id = ${exchangeId}`)).rejects.toThrow(
      /request/,
    );
    await expect(change(sql`update messages set content = '' where exchange_id = ${exchangeId}`)).rejects.toThrow();
    await expect(change(sql`delete from exchanges`)).rejects.toThrow(/permission/);
  });

  it("hides conversations and exchanges from other users", async () => {
    const id = await conversation();
    const { id: exchangeId } = await start(id);
    const theirs = { ...t.ctx, db: t.database.as(stranger) };
    await expect(getExchange(theirs, { exchangeId })).rejects.toMatchObject({ code: "not_found" });
    await expect(listExchanges(theirs, { conversationId: id })).rejects.toMatchObject({ code: "not_found" });
    await expect(listMessages(theirs, { exchangeId })).rejects.toMatchObject({ code: "not_found" });
    await expect(forkConversation(theirs, { conversationId: id })).rejects.toMatchObject({ code: "not_found" });
    expect((await listConversations(theirs, {})).items).toEqual([]);
    const asked = { conversationId: id, text: "Hello", model, retryOf: null };
    const input = { id: newId<ExchangeId>(), ...asked, leaseMs, budget: null };
    expect(await theirs.db.tx((db) => store.startExchange(db, input))).toBeNull();
    expect(await theirs.db.tx((db) => store.stageMessages(db, { exchangeId, messages: [] }))).toBe(false);
  });

  it("lists conversations page by page, and finds them by their titles", async () => {
    const mine = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
    for (const title of ["The venue", "The menu", "The venue again"]) await createConversation(mine, { model, title });
    const first = await listConversations(mine, { limit: 2 });
    expect(first.items.map(({ title }) => title)).toEqual(["The venue again", "The menu"]);
    const second = await listConversations(mine, { limit: 2, after: first.next ?? "" });
    expect(second).toMatchObject({ items: [{ title: "The venue" }], next: null });
    expect((await listConversations(mine, { search: "VENUE" })).items).toHaveLength(2);
  });
});

import { longestMessage, type UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser, engines, type TestApp, testApp } from "#test";
import { listConversations, listExchanges } from "../record/conversations.ts";
import { searchExchanges } from "../search-exchanges.ts";
import { groupMessages } from "./group-messages.ts";
import { importConversations } from "./import-conversations.ts";
import { readChat } from "./read-chat.ts";

const model = "rehearsal/atlas";
const minute = (number: number) => 1_700_000_000 + number * 60;

const node = (parent: string | null, role: string, text: string, number: number | null, children: string[] = []) => ({
  message: {
    author: { role, name: role === "tool" ? "python" : null },
    content: { content_type: "text", parts: [text] },
    create_time: number === null ? null : minute(number),
  },
  parent,
  children,
});

/**
 * A chat in which a request was edited. It has two branches: one with the old text, which is to be left out, and the
 * current one.
 */
const chatGpt = (id: string) => ({
  title: "Greenhouse heating",
  create_time: minute(0),
  conversation_id: id,
  current_node: "d",
  mapping: {
    root: { message: null, parent: null, children: ["s"] },
    s: node("root", "system", "", null, ["g"]),
    g: node("s", "assistant", "Hello!", 0, ["old", "a"]),
    old: node("g", "user", "The branch that was edited away", 1),
    a: node("g", "user", "Which heater suits a greenhouse of 40 m2?", 2, ["b"]),
    b: node("a", "assistant", "I will calculate.", 3, ["t"]),
    t: node("b", "tool", "4.2 kW", 4, ["c"]),
    c: node("t", "assistant", "A paraffin heater of 4.2 kW.", 5, ["d"]),
    d: node("c", "user", "And in March?", null),
  },
});

const claude = (uuid: string) => ({
  uuid,
  name: "Seating plan",
  created_at: "2025-03-01T10:00:00.000000Z",
  chat_messages: [
    { sender: "human", text: "How many tables for 120 guests?", created_at: "2025-03-01T10:00:00Z" },
    {
      sender: "assistant",
      text: "",
      content: [{ type: "text", text: "Fifteen tables." }],
      created_at: "2025-03-01T10:01:00Z",
    },
  ],
});

const own = (id: string) => ({
  id,
  title: "Own",
  createdAt: "2026-01-01T00:00:00Z",
  exchanges: [
    { number: 2, userText: "Second?", answer: null, startedAt: "2026-01-01T00:02:00Z", completedAt: null },
    {
      number: 1,
      userText: "First?",
      answer: "One.",
      startedAt: "2026-01-01T00:00:00Z",
      completedAt: "2026-01-01T00:01:00Z",
    },
  ],
});

describe("an exported chat", () => {
  const read = (value: unknown) => {
    const found = readChat(value);
    if (!found.ok) throw new Error(found.reason);
    return found.chat;
  };

  it("from ChatGPT is read along its current branch and grouped into exchanges; the message before the first request is a stray", () => {
    const { groups, strays } = groupMessages(read(chatGpt("g1")), new Date());
    expect(strays).toBe(1);
    expect(groups.map(({ userText, answer, messages }) => [userText, answer, messages.length])).toEqual([
      ["Which heater suits a greenhouse of 40 m2?", "A paraffin heater of 4.2 kW.", 4],
      ["And in March?", null, 1],
    ]);
    expect(groups[0]).toMatchObject({ startedAt: new Date(minute(2) * 1000), endedAt: new Date(minute(5) * 1000) });
    expect(groups[1]?.startedAt).toEqual(new Date(minute(5) * 1000));
  });

  it("from Claude or from this product is read in order", () => {
    expect(read(claude("c1")).messages.map(({ role, text }) => [role, text])).toEqual([
      ["user", "How many tables for 120 guests?"],
      ["assistant", "Fifteen tables."],
    ]);
    expect(read(own("o1")).messages.map(({ text }) => text)).toEqual(["First?", "One.", "Second?"]);
    const [second, first] = own("o2").exchanges;
    const retried = { ...first, number: 3, id: "3", retryOf: "1", answer: "Uno." };
    const withRetry = { ...own("o2"), exchanges: [second, { ...first, id: "1" }, retried] };
    expect(read(withRetry).messages.map(({ text }) => text)).toEqual(["Second?", "First?", "Uno."]);
  });

  it("has NUL characters and unpaired surrogates replaced, and impossible times left out", () => {
    const chat = read({
      ...claude("c\0"),
      name: "A\0\ud800",
      created_at: "never",
      chat_messages: [{ sender: "human", text: "x\0\udc00y", created_at: "9999999-01-01" }],
    });
    expect(chat).toMatchObject({ source: "claude:c\ufffd", title: "A\ufffd\ufffd", at: null });
    expect(chat.messages).toMatchObject([{ text: "x\ufffd\ufffdy", at: null }]);
  });

  it.each([
    ["null", null],
    ["a string", "conversation"],
    ["an unknown form", { hello: 1 }],
    ["a missing message", { ...chatGpt("x"), current_node: "gone" }],
    ["a circle of messages", { ...chatGpt("x"), mapping: { d: node("d", "user", "Hm", 1) } }],
    ["no id", { ...chatGpt("x"), conversation_id: undefined }],
    ["an unknown sender", { ...claude("x"), chat_messages: [{ sender: "robot", text: "Hm" }] }],
    [
      "a message of 10 MB",
      { ...claude("x"), chat_messages: [{ sender: "human", text: "x".repeat(10 * longestMessage) }] },
    ],
  ])("is refused with a reason if it is invalid: %s", (_, value) => {
    expect(readChat(value)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^(It|Its|A message) .{10,200}\.$/),
    });
  });
});

describe.each(engines)("an import of chats on %s", (engine) => {
  let t: TestApp;
  let stranger: UserId;
  beforeAll(async () => {
    t = await testApp(engine);
    stranger = await addUser(t.database);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const someone = async () => ({ ...t.ctx, embedder: null, db: t.database.as(await addUser(t.database)) });

  it("adds each chat once with its exchanges, and names the chats that it cannot read", async () => {
    const mine = await someone();
    const conversations = [chatGpt("g"), { broken: true }, claude("c"), claude("c")];
    const counts = { imported: 2, known: 1, exchanges: 3, withoutAnswer: 1, messages: 7, strays: 1 };
    const dry = await importConversations(mine, { model, dryRun: true, conversations });
    expect(dry).toMatchObject({ ...counts, dryRun: true, refused: [{ index: 1 }] });
    expect((await listConversations(mine, {})).items).toEqual([]);
    expect(await importConversations(mine, { model, dryRun: false, conversations })).toEqual({ ...dry, dryRun: false });
    const again = await importConversations(mine, { model, dryRun: false, conversations });
    expect(again).toMatchObject({ imported: 0, known: 3, exchanges: 0, messages: 0 });

    const { items } = await listConversations(mine, {});
    expect(items.map(({ title, exchanges, messages, spend }) => [title, exchanges, messages, spend])).toEqual([
      ["Seating plan", 1, 2, "0"],
      ["Greenhouse heating", 2, 4, "0"],
    ]);
    const conversationId = items[1]?.id ?? expect.fail();
    const listed = (await listExchanges(mine, { conversationId })).items;
    expect(listed).toMatchObject([
      { number: 2, status: "aborted", userText: "And in March?", error: { code: "run_cancelled" } },
      {
        ...{ number: 1, status: "completed", answer: "A paraffin heater of 4.2 kW." },
        ...{
          startedAt: new Date(minute(2) * 1000).toISOString(),
          completedAt: new Date(minute(5) * 1000).toISOString(),
        },
        metrics: { spend: "0", messages: 4, toolCalls: 1 },
      },
    ]);
    const { rows } = await mine.db.tx((db) =>
      sql<{ number: number; redacted: boolean }>`
        select number, redacted from published_messages where conversation_id = ${conversationId} order by number`.execute(
        db,
      ),
    );
    expect(rows.map(({ number, redacted }) => [number, redacted])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ]);
    const [hit] = await searchExchanges(mine, { question: "paraffin heater greenhouse", limit: 3 });
    expect(hit).toMatchObject({ conversationId, number: 1 });
  });

  it("refuses another user's project, and lets two users import the same chat separately", async () => {
    const { projectId } = await t.session({ brief: "A pop-up.", models: [model] });
    const theirs = { ...t.ctx, db: t.database.as(stranger) };
    const input = { model, dryRun: false, conversations: [claude("shared")] };
    for (const dryRun of [true, false]) {
      await expect(importConversations(theirs, { ...input, projectId, dryRun })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    expect((await listConversations(theirs, {})).items).toEqual([]);
    expect(await importConversations(t.ctx, input)).toMatchObject({ imported: 1 });
    expect(await importConversations(theirs, input)).toMatchObject({ imported: 1 });
  });
});

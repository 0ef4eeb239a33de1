import type { ConversationId, Exchange } from "@dialectic/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "#exchanges";
import { createProject } from "#sessions";
import { engines, startScriptedModel, type TestApp, testApp } from "#test";
import { chatOver } from "../handlers/chat.fixture.ts";
import { openHttp, type TestHttp } from "../http.fixture.ts";

/** A tool that never answers and ignores its signal. */
const hang = defineTool({
  ...{ name: "hang", description: "Never ends.", effects: "none", schema: z.strictObject({}) },
  run: () => new Promise<string>(() => undefined),
});

/** Invalid input from people, models and files: each ends with a typed error, and the conversation stays usable. */
describe.each(engines)("a conversation with bad input on %s", (engine) => {
  let t: TestApp;
  let http: TestHttp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  let conversation: ConversationId;
  let asked = 0;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp(engine);
    script.listIn(t.dataDir, { free: true });
    http = openHttp(t, t.userId, { tools: [hang], limits: { toolMs: 300, steps: 4, retryMs: 10 } });
    const { id: projectId } = await createProject(t.ctx, { brief: "A fair on the quay.", process: "brief" });
    conversation = await chatOver(http).converse("scripted/model", projectId);
  });
  afterAll(async () => {
    http.close();
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });
  beforeEach(() => script.follow(() => ({ pieces: ["Yes."] })));

  const answer = (text: string): Promise<Exchange> => {
    asked += 1;
    return chatOver(http).answer(conversation, text);
  };
  const exchanges = async () =>
    (await http.client.listExchanges({ params: { conversationId: conversation }, query: { limit: 100 } })).items;
  /** Checks that the next question is answered, and that all earlier questions are still there. */
  async function expectAllKept(): Promise<void> {
    script.follow(() => ({ pieces: ["Still here."] }));
    expect(await answer("Are you there?")).toMatchObject({ status: "completed", answer: "Still here.", number: asked });
    expect((await exchanges()).map(({ number }) => number)).toEqual(Array.from({ length: asked }, (_, n) => asked - n));
  }

  it.each([
    ["of 10 MB", "x".repeat(10_000_000), /more than 1,000,000 characters; send it in shorter parts/],
    ["that is empty", "", /./],
    ["of white space", " \n\t ", /must not be empty/],
    ["with a NUL character", "a\0b", /without NUL/],
    ["with half a surrogate pair", "half \ud83d", /must be text/],
  ])("refuses a message %s, and records nothing", async (_, text, detail) => {
    await expect(chatOver(http).ask(conversation, text)).rejects.toMatchObject({
      problem: { code: "invalid_input", status: 400, detail: expect.stringMatching(detail) },
    });
    await expectAllKept();
  });

  it("refuses a body that is not JSON, and one larger than the limit", async () => {
    const send = (body: string) =>
      http.send(`/api/conversations/${conversation}/exchanges`, {
        ...{ method: "POST", headers: { "content-type": "application/json" }, body },
      });
    for (const body of ['{"text": ', "[]", `{"text": "${"x".repeat(17 * 2 ** 20)}"}`]) {
      const answered = await send(body);
      expect([answered.status, ((await answered.json()) as { code: string }).code]).toEqual([400, "invalid_input"]);
    }
    await expectAllKept();
  });

  it("fails an exchange whose message exceeds the model's window, states the reason, and keeps the message", async () => {
    const text = `${"word ".repeat(150_000)}?`;
    expect(await answer(text)).toMatchObject({ status: "failed", error: { code: "context_window" }, userText: text });
    await expectAllKept();
  });

  it("keeps control characters as they were typed, and replaces NUL in a model's answer", async () => {
    script.follow(() => ({ pieces: ["\u0007\u001b[2J\0"] }));
    const typed = "\u001b[31mred\u0007\r\n\ttab\u202eevil\u200b";
    expect(await answer(typed)).toMatchObject({ userText: typed, answer: "\u0007\u001b[2J\ufffd" });
    await expectAllKept();
  });

  it.each<[string, { name: string; input: unknown }, RegExp]>([
    ["broken JSON", { name: "search", input: '{"query": "qu' }, /not valid/],
    ["JSON that is not an object", { name: "search", input: "[1, 2" }, /not valid/],
    ["a value of the wrong type", { name: "search", input: { query: { deep: [1] } } }, /query/],
    ["an unknown parameter", { name: "search", input: { query: "quay", as: "admin" } }, /as|nrecognized/],
    [
      "an input of 1 MB",
      { name: "query_project", input: { sql: `select '${"x".repeat(1_000_000)}'` } },
      /longer than 100000 characters/,
    ],
    ["an unknown tool", { name: "drop_tables", input: {} }, /no tool drop_tables/],
    ["a tool with a strange name", { name: "se\u0000arch\u001b[2J", input: {} }, /no tool|not valid/],
    ["a tool that hangs", { name: "hang", input: {} }, /took longer than 0.3 s/],
    ["control characters", { name: "search", input: { query: "\u0000\u001b" } }, /.*/],
    ["keys such as __proto__", { name: "search", input: '{"__proto__": {"query": "x"}, "constructor": 1}' }, /.*/],
  ])("returns a result for a tool call with %s, and lets the model continue", async (_, call, expected) => {
    script.follow(({ results }) => (results.length === 0 ? { calls: [call] } : { pieces: ["I see."] }));
    const exchange = await answer("Go.");
    expect(exchange).toMatchObject({ status: "completed", answer: "I see.", metrics: { toolCalls: 1 } });
    expect(script.requests[1]?.results[0]).toMatch(expected);
    expect(script.requests[1]?.results[0]?.length).toBeLessThan(25_000);
    await expectAllKept();
  });

  it("tells a model to answer if it keeps calling tools, and fails the exchange if it still does not answer", async () => {
    const calls = [{ name: "read_wallet", input: {} }];
    script.follow(({ tools }) => (tools.length > 0 ? { calls } : { pieces: ["Enough."] }));
    expect(await answer("Loop.")).toMatchObject({ status: "completed", answer: "Enough.", metrics: { toolCalls: 3 } });
    script.follow(() => ({ calls }));
    expect(await answer("Loop.")).toMatchObject({ status: "failed", error: { code: "exchange_limit" } });
    await expectAllKept();
  });

  it("runs 1,000 tool calls from one reply within the limits and returns a result for each", {
    timeout: 60_000,
  }, async () => {
    const calls = Array.from({ length: 1_000 }, () => ({ name: "read_wallet", input: {} }));
    script.follow(({ results }) => (results.length === 0 ? { calls } : { pieces: ["Enough."] }));
    expect(await answer("All at once.")).toMatchObject({ status: "completed", metrics: { toolCalls: 1_000 } });
    await expectAllKept();
  });

  it("imports the readable part of a damaged file, reports the rest, and does not change the conversation", async () => {
    const whole = {
      ...{ uuid: crypto.randomUUID(), name: "Seats", created_at: "2026-01-05T10:00:00Z" },
      chat_messages: ["human", "assistant"].map((sender) => ({
        ...{ uuid: crypto.randomUUID(), sender, text: "Rows of ten.", created_at: "2026-01-05T10:00:00Z" },
        content: [{ type: "text", text: "Rows of ten." }],
      })),
    };
    const loop = {
      a: { id: "a", parent: "b", children: ["b"], message: null },
      b: { id: "b", parent: "a", children: ["a"], message: null },
    };
    const damaged = [
      null,
      7,
      "text",
      [],
      {},
      { ...whole, uuid: 7, chat_messages: "none" },
      { id: "loop", title: "Loop", mapping: loop, current_node: "a" },
      { id: "lost", title: "Lost", mapping: {}, current_node: "gone" },
      { ...whole, uuid: crypto.randomUUID(), chat_messages: [{ sender: "human", text: "x".repeat(3_000_000) }] },
    ];
    const body = { model: "scripted/model", conversations: [...damaged, whole] };
    const done = await http.client.importConversations({ body });
    expect(done).toMatchObject({ imported: 1, exchanges: 1 });
    expect(done.refused.map(({ index }) => index)).toEqual(damaged.map((_, index) => index));
    expect(done.refused.every(({ reason }) => reason.length > 0 && reason.length < 1_000)).toBe(true);
    await expectAllKept();
  });
});

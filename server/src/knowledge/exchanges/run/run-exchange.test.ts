import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Exchange, ExchangeEvent } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { countBy } from "#models";
import { engines, startScriptedModel, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { type ChatTool, defineTool } from "../chat-tool.ts";
import type { ContextSource } from "../context-source.ts";
import { createConversation } from "../record/conversations.ts";
import { type ChatParts, type ExchangesCtx, runExchange, startExchange } from "./run-exchange.ts";

const model = "scripted/model";
const cost = 18n; // one unit per token: 11 input tokens and 7 output tokens

/** Each of these texts fills a third of a window of 16,000 tokens. */
const longTexts = ["tent", "stage", "booth"].map((thing) =>
  Array.from({ length: 400 }, (_, n) => `The ${thing} number ${n} stands in row ${n * 7} of the yard.`).join(" "),
);

const looks: string[] = [];
const look = defineTool({
  name: "look",
  description: "Looks a word up.",
  schema: z.strictObject({ word: z.string() }),
  effects: "none",
  async run({ signal }, { word }) {
    looks.push(word);
    if (word === "broken") throw new Error("The shelf is empty.");
    if (word === "slow")
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return `${word} means ${word}.`;
  },
});

describe.each(engines)("an exchange on %s", (engine) => {
  let t: TestApp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  let ctx: ExchangesCtx;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp(engine);
    script.listIn(t.dataDir);
    ctx = { ...t.ctx, embedder: null, approvalShare: 100 };
    await topUp(t.ctx, { amount: 10_000_000n, key: "start" });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    looks.length = 0;
  });

  const conversation = async () => (await createConversation(ctx, { model })).id;
  type Given = { parts?: Partial<ChatParts>; signal?: AbortSignal; text?: string; budget?: bigint };
  async function ask(conversationId: Exchange["conversationId"], given: Given = {}) {
    const events: ExchangeEvent[] = [];
    const parts: ChatParts = {
      sources: [],
      tools: [look],
      ...given.parts,
      limits: { retryMs: 10, ...given.parts?.limits },
    };
    const { text = "When do the doors open?", budget } = given;
    const signal = given.signal ?? new AbortController().signal;
    const started = await startExchange(ctx, parts, { conversationId, text, budget, signal });
    const exchange = await runExchange(ctx, parts, { ...started, emit: (event) => events.push(event) });
    const { balance, held } = await getBalance(ctx);
    expect(held).toBe(0n);
    expect(await ctx.db.tx(auditWallets)).toEqual([]);
    return { exchange, events, balance };
  }
  const sizeOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + countBy("o200k", text), 0);
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it("runs tools, answers, is paid for, and gives the model the history without hidden messages", async () => {
    const before = (await getBalance(ctx)).balance;
    script.follow(({ results }) =>
      results.length === 0
        ? { pieces: ["Let me look."], calls: ["doors", "nine"].map((word) => ({ name: "look", input: { word } })) }
        : { pieces: ["At ", "nine."], usage: { prompt_tokens: 40, completion_tokens: 3 } },
    );
    const id = await conversation();
    const { exchange, events, balance } = await ask(id);
    expect(exchange).toMatchObject({
      status: "completed",
      answer: "At nine.",
      summary: "At nine.",
      metrics: { inputTokens: 40, outputTokens: 10, spend: "61", messages: 5, toolCalls: 2 },
      tools: [
        { name: "look", input: { word: "doors" }, isError: false },
        { name: "look", input: { word: "nine" }, isError: false },
      ],
    });
    expect(before - balance).toBe(61n);
    expect(script.requests[1]?.results).toEqual(["doors means doors.", "nine means nine."]);
    expect(events.filter(({ type }) => type === "text")).toEqual(
      ["Let me look.", "At ", "nine."].map((text) => ({ type: "text", text })),
    );

    script.follow(() => ({ pieces: ["Yes."] }));
    await ask(id, { text: "Are you sure?" });
    const [request] = script.requests;
    expect(request?.messages.slice(1).map(({ text }) => text.replace(/^[\s\S]*## Query\n\n/, ""))).toEqual([
      "When do the doors open?",
      "At nine.",
      "Are you sure?",
    ]);
  });

  it("leaves out a source that is slow or fails, and names it", async () => {
    script.follow(() => ({ pieces: ["Fine."] }));
    const source = (name: string, gather: ContextSource["gather"]): ContextSource => ({
      ...{ name, title: `About ${name}`, deadlineMs: 100, gather },
    });
    const sources = [
      source("facts", async () => ["The hall holds 300 guests."]),
      source("slow", () => new Promise((resolve) => setTimeout(resolve, 10_000, ["never"]))),
      source("failing", async () => {
        throw new Error("no");
      }),
      source("none", async () => []),
    ];
    const began = performance.now();
    const { exchange } = await ask(await conversation(), { parts: { sources } });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(exchange.context.map(({ source, status }) => [source, status])).toEqual([
      ["facts", "used"],
      ["slow", "late"],
      ["failing", "failed"],
      ["none", "empty"],
    ]);
    // Each source is listed with its tokens and its time. The exchange waited for the slow source until its deadline
    // and no longer.
    const [facts, slow] = exchange.context;
    expect(facts).toMatchObject({ items: 1, tokens: 7 });
    expect(slow).toMatchObject({ items: 0, tokens: 0 });
    expect(slow?.ms).toBeGreaterThanOrEqual(99);
    expect(slow?.ms).toBeLessThan(5_000);
    expect(script.requests[0]?.prompt).toMatch(/^## About facts\n\nThe hall holds 300 guests\.\n\n## Available tools/);
  });

  it("turns every invalid tool call into an error result, and continues", async () => {
    const bad = [
      { name: "nothing", input: {} },
      { name: "look", input: '{"word": ' },
      { name: "look", input: { word: 7 } },
      { name: "look", input: { word: "broken" } },
      { name: "look", input: { word: "slow" } },
      { name: "look", input: { word: "\u0000bell\u0007" } },
    ];
    script.follow(({ results }) => (results.length === 0 ? { calls: bad } : { pieces: ["Sorry\u0000."] }));
    const { exchange } = await ask(await conversation(), { parts: { limits: { toolMs: 200 } } });
    expect(exchange).toMatchObject({ status: "completed", answer: "Sorry\ufffd." });
    expect(exchange.tools.map(({ isError }) => isError)).toEqual([true, true, true, true, true, false]);
    const results = script.requests[1]?.results ?? [];
    expect(results[0]).toContain("There is no tool nothing.");
    expect(results[2]).toContain("word");
    expect(results[3]).toBe("The shelf is empty.");
    expect(results[4]).toContain("took longer than 0.2 s");
  });

  it("cuts a tool result at the length limit, and says how much is missing", async () => {
    script.follow(({ results }) =>
      results.length === 0
        ? { calls: [{ name: "look", input: { word: "long ".repeat(100) } }] }
        : { pieces: ["Long."] },
    );
    await ask(await conversation(), { parts: { limits: { resultChars: 300 } } });
    const [result = ""] = script.requests[1]?.results ?? [];
    expect(result.startsWith("long long ")).toBe(true);
    expect(result.slice(300)).toBe("\n[cut: 708 more characters. Ask for less, or for a part.]");
  });

  it("runs tool calls that touch the same data in order, and other calls in parallel", async () => {
    const running = new Set<string>();
    const most = { same: 0, other: 0 };
    const touch = (name: "same" | "other", touches: (() => string[]) | undefined): ChatTool =>
      defineTool({
        ...{ name, description: "Touches.", schema: z.object({ n: z.number() }), effects: "none" },
        ...(touches ? { touches } : {}),
        async run(_, { n }) {
          running.add(`${name} ${n}`);
          most[name] = Math.max(most[name], [...running].filter((one) => one.startsWith(name)).length);
          await new Promise((resolve) => setTimeout(resolve, 20));
          running.delete(`${name} ${n}`);
          return String(n);
        },
      });
    const tools = [touch("same", () => ["board"]), touch("other", undefined)];
    const calls = [1, 2, 3].flatMap((n) => [
      { name: "same", input: { n } },
      { name: "other", input: { n } },
    ]);
    script.follow(({ results }) => (results.length === 0 ? { calls } : { pieces: ["Done."] }));
    await ask(await conversation(), { parts: { tools } });
    expect(most).toEqual({ same: 1, other: 3 });
    expect(script.requests[1]?.results).toEqual(["1", "1", "2", "2", "3", "3"]);
  });

  it("if there are many tools, offers those that match or were used before, and the others when the model asks for them", async () => {
    const blank = (n: number) =>
      defineTool({
        ...{ name: `blank_${n}`, description: "Nothing.", schema: z.strictObject({}), effects: "none" },
        run: async () => `blank ${n}`,
      });
    const tools = [...Array.from({ length: 40 }, (_, n) => blank(n)), look];
    const id = await conversation();
    script.follow(({ results, tools: offered }) => {
      if (results.length === 0) return { calls: [{ name: "more_tools", input: { names: ["blank_39"] } }] };
      return offered.includes("blank_39") && results.length === 1
        ? { calls: [{ name: "blank_39", input: {} }] }
        : { pieces: ["Done."] };
    });
    const { exchange, events } = await ask(id, { text: "Look up a word.", parts: { tools } });
    expect(exchange.tools.map(({ name, isError }) => [name, isError])).toEqual([
      ["more_tools", false],
      ["blank_39", false],
    ]);
    const [first, second] = script.requests.map((request) => request.tools);
    expect(first).toHaveLength(25);
    expect(first).toEqual(expect.arrayContaining(["look", "more_tools"]));
    expect(first).not.toContain("blank_39");
    expect(second).toContain("blank_39");
    const prompt = events.find((event) => event.type === "prompt");
    expect(prompt?.tools?.map(({ name }) => name)).toEqual(first);
    script.follow(() => ({ pieces: ["Yes."] }));
    await ask(id, { text: "Again.", parts: { tools } });
    expect(script.requests[0]?.tools).toContain("blank_39");
  });

  describe("with a message or a window that leaves little room", () => {
    afterEach(() => script.listIn(t.dataDir));
    const [long = ""] = longTexts;

    it("cuts earlier messages that do not fit a smaller window, and tells the model how to read the rest", async () => {
      const id = await conversation();
      const past = long.repeat(3);
      script.follow(() => ({ pieces: ["Noted."] }));
      await ask(id, { text: past });
      script.listIn(t.dataDir, { contextWindow: 16_000 });
      const { exchange } = await ask(id, { text: "And the stage?" });
      expect(exchange).toMatchObject({ status: "completed", answer: "Noted." });
      const [, first, answer, last] = script.requests.at(-1)?.messages.map(({ text }) => text) ?? [];
      const [, cut, from] =
        /\n\[cut: (\d+) more characters\. Read on with read_message: number 1, from (\d+)\.\]$/.exec(first ?? "") ?? [];
      expect(first?.startsWith(past.slice(0, Number(from)))).toBe(true);
      expect(Number(cut) + Number(from)).toBe(past.length);
      expect(Number(from)).toBeGreaterThan(2_000);
      expect([answer, last?.endsWith("And the stage?")]).toEqual(["Noted.", true]);
    });

    it("leaves out context, beginning with the last source, but never the question", async () => {
      script.listIn(t.dataDir, { contextWindow: 16_000 });
      script.follow(() => ({ pieces: ["Read."] }));
      const source = (name: string): ContextSource => ({
        ...{ name, title: `About ${name}`, deadlineMs: 1_000 },
        gather: async () => Array.from({ length: 10 }, (_, n) => `${name} ${n} ${"word ".repeat(200)}`),
      });
      const text = `${long} ${long.slice(0, long.length / 2)}`;
      const { exchange } = await ask(await conversation(), {
        text,
        parts: { sources: [source("facts"), source("rest")] },
      });
      expect(exchange).toMatchObject({ status: "completed", userText: text });
      expect(exchange.context).toMatchObject([
        { source: "facts", status: "cut" },
        { source: "rest", status: "cut", items: 0 },
      ]);
      expect(exchange.context[0]?.items).toBeGreaterThan(0);
      expect(script.requests[0]?.prompt.endsWith(`## Query\n\n${text}`)).toBe(true);
    });

    it("offers no tools if their descriptions do not fit", async () => {
      script.listIn(t.dataDir, { contextWindow: 5_000 });
      script.follow(() => ({ pieces: ["Hello."] }));
      const tools = [{ ...look, description: "It is thorough. ".repeat(1_000) }];
      const { exchange } = await ask(await conversation(), { text: "Hello?", parts: { tools } });
      expect(exchange).toMatchObject({ status: "completed", answer: "Hello." });
      expect(script.requests[0]?.tools).toEqual([]);
      expect(script.requests[0]?.prompt).not.toContain("Available tools");
    });

    it("refuses a message that is too long even without context, keeps it, and answers it once the window is larger", async () => {
      const id = await conversation();
      const text = long.repeat(3);
      script.listIn(t.dataDir, { contextWindow: 16_000 });
      script.follow(() => ({ pieces: ["Read."] }));
      const { exchange } = await ask(id, { text });
      expect(exchange).toMatchObject({ status: "failed", userText: text, metrics: { spend: "0" } });
      expect(exchange.error).toEqual({
        code: "context_window",
        message: expect.stringMatching(
          /^The message has about \d{5} tokens\. scripted\/model reads at most \d{5} tokens, .* saved: retry it with a model that has a larger window, or send it in shorter parts\.$/,
        ),
      });
      expect(script.requests).toEqual([]);
      script.listIn(t.dataDir);
      expect((await ask(id, { text })).exchange).toMatchObject({ status: "completed", number: 2 });
    });

    it("cuts tool results to the room that the tools' descriptions leave in the window", async () => {
      const contextWindow = 16_000;
      script.listIn(t.dataDir, { contextWindow });
      const read = defineTool({
        ...{ name: "read", description: `Reads. ${"It is thorough. ".repeat(1_200)}`, schema: z.strictObject({}) },
        ...{ effects: "none", run: async () => "123 ".repeat(2_400) },
      });
      script.follow(({ results }) =>
        results.length === 0
          ? { calls: [1, 2, 3].map(() => ({ name: "read", input: {} })) }
          : { pieces: ["All read."] },
      );
      const { exchange } = await ask(await conversation(), { parts: { tools: [read] } });
      expect(exchange).toMatchObject({ status: "completed", metrics: { toolCalls: 3 } });
      const { messages = [], results = [] } = script.requests[1] ?? {};
      const sent = sizeOf([read.description, ...messages.map(({ text }) => text)]);
      expect(sent).toBeLessThanOrEqual(contextWindow - 4_000);
      expect(results[0]).toContain("123 123");
      expect(results.join("\n")).toMatch(/\[cut: \d+ more characters[\s\S]*left out: the context window is full/);
    });
  });

  it("asks a model that keeps calling tools to answer without tools, and fails if it still gives no answer", async () => {
    script.follow(({ tools, prompt }) =>
      tools.length > 0 ? { calls: [{ name: "look", input: { word: "more" } }] } : { pieces: [`I stop: ${prompt}`] },
    );
    const id = await conversation();
    const parts = { limits: { steps: 3 } };
    const { exchange } = await ask(id, { parts });
    expect(exchange.answer).toContain("The limit of 3 calls for one answer is reached");
    expect(looks).toEqual(["more", "more"]);
    script.follow(() => ({ calls: [{ name: "look", input: { word: "more" } }] }));
    const { exchange: failed } = await ask(id, { parts });
    expect(failed).toMatchObject({ status: "failed", error: { code: "exchange_limit" }, metrics: { toolCalls: 2 } });
    expect(BigInt(failed.metrics.spend)).toBeGreaterThanOrEqual(cost * 2n);
  });

  it("stops at its time limit or its budget, and says which of them was reached", async () => {
    script.follow(() => ({ pieces: ["…"], before: () => new Promise((resolve) => setTimeout(resolve, 1_000)) }));
    const id = await conversation();
    const late = await ask(id, { parts: { limits: { ms: 100 } } });
    expect(late.exchange).toMatchObject({ status: "failed", error: { code: "exchange_limit" } });
    const poor = await ask(id, { budget: 5n });
    expect(poor.exchange).toMatchObject({ status: "failed", error: { code: "over_budget" }, metrics: { spend: "0" } });
    const [, missing = ""] = /could cost \$(\S+) more/.exec(poor.exchange.error?.message ?? "") ?? [];
    expect(Number(missing)).toBeGreaterThan(0); // an amount below one cent is not shown as "$0.00"
  });

  it("can be aborted while text streams or a tool runs: its request, cost and tool calls stay recorded, but later prompts leave them out", async () => {
    const id = await conversation();
    const controller = new AbortController();
    script.follow(({ results }) =>
      results.length === 0 ? { pieces: ["Wait."], calls: [{ name: "look", input: { word: "slow" } }] } : {},
    );
    const asking = ask(id, { signal: controller.signal });
    await until(() => looks.includes("slow"));
    controller.abort();
    const { exchange } = await asking;
    expect(exchange).toMatchObject({
      status: "aborted",
      metrics: { spend: String(cost) },
      tools: [{ name: "look", input: { word: "slow" } }],
    });

    const streaming = new AbortController();
    const hang = new Promise(() => undefined);
    let pieces = 0;
    script.follow(() => ({ pieces: ["One ", "two "], before: async () => (pieces++ === 0 ? undefined : hang) }));
    const talking = ask(id, { signal: streaming.signal });
    await until(() => pieces > 1);
    streaming.abort();
    const cut = (await talking).exchange;
    expect(cut).toMatchObject({ status: "aborted", answer: null, number: 2 });
    expect(BigInt(cut.metrics.spend)).toBeGreaterThan(0n);

    script.follow(() => ({ pieces: ["Yes."] }));
    expect((await ask(id, { text: "Are you there?" })).exchange).toMatchObject({ status: "completed", number: 3 });
    expect(script.requests[0]?.messages).toHaveLength(2);
  });

  const points = [
    ["exchange started", 1, "aborted"],
    ["context gathered", 1, "aborted"],
    ["money held", 1, "aborted"],
    ["model answered", 1, "aborted"],
    ["reply saved", 1, "aborted"],
    ["tools finished", 1, "aborted"],
    ["money held", 2, "aborted"],
    ["model answered", 2, "aborted"],
    ["publication written", 1, "completed"],
    ["exchange published", 1, "completed"],
  ] as const;
  /** Crash points that an exchange passes only if its prompt is shortened. */
  const shortening = [
    ["part shortened", 1, "aborted"],
    ["part shortened", 2, "aborted"],
    ["parts kept", 1, "aborted"],
  ] as const;
  it.each(shortening)(
    "with a shortened prompt, if stopped at “%s” (occurrence %i), is %s as a whole",
    async (...at) => {
      const id = await conversation();
      script.follow(() => ({ pieces: ["Noted."] }));
      for (const text of ["First.", ...longTexts, "Last but one.", "Last."]) await ask(id, { text });
      script.listIn(t.dataDir, { contextWindow: 16_000 });
      await stopAt(id, at, 6).finally(() => script.listIn(t.dataDir));
    },
  );

  it.each(points)("if stopped at “%s” (occurrence %i), is %s as a whole", async (...at) => {
    await stopAt(await conversation(), at, 0);
  });

  /** Stops the next exchange of a conversation that has `earlier` exchanges, and asks again. */
  async function stopAt(
    id: Exchange["conversationId"],
    [point, time, status]: readonly [string, number, "aborted" | "completed"],
    earlier: number,
  ) {
    const controller = new AbortController();
    let passed = 0;
    const stop = (message: unknown) => {
      if ((message as { point: string }).point === point && ++passed === time) controller.abort();
    };
    script.follow(({ results }) =>
      results.length === 0 ? { calls: [{ name: "look", input: { word: "doors" } }] } : { pieces: ["At nine."] },
    );
    subscribe("dialectic:points", stop);
    const { exchange } = await ask(id, { signal: controller.signal });
    unsubscribe("dialectic:points", stop);
    expect(passed).toBeGreaterThanOrEqual(time);
    const answer = status === "completed" ? "At nine." : null;
    expect(exchange).toMatchObject({ status, answer, number: earlier + 1 });
    const { exchange: next } = await ask(id);
    expect(next).toMatchObject({ status: "completed", number: earlier + 2 });
    const asked = script.requests.at(-1)?.messages.filter(({ role }) => role === "user");
    expect(asked).toHaveLength(earlier + (status === "completed" ? 2 : 1));
  }

  it("when stopped after any of its commits, is published completely or not at all, and the next exchange works", {
    timeout: 120_000,
  }, async () => {
    script.follow(({ results }) =>
      results.length === 0 ? { calls: [{ name: "look", input: { word: "doors" } }] } : { pieces: ["At nine."] },
    );
    /** Aborts after the given commit, and returns the number of commits until the exchange was published or ended. */
    async function stopAt(commit: number) {
      const id = await conversation();
      const controller = new AbortController();
      let commits = 0;
      let isOver = false;
      const hear = (message: unknown) => {
        const { point } = message as { point: string };
        if (point === "transaction committed" && !isOver && ++commits === commit) controller.abort();
        if (point === "exchange published") isOver = true;
      };
      subscribe("dialectic:points", hear);
      const { exchange } = await ask(id, { signal: controller.signal });
      unsubscribe("dialectic:points", hear);
      const { rows } = await ctx.db.tx((db) =>
        sql<{
          role: string;
        }>`select role from published_messages where conversation_id = ${id} order by number`.execute(db),
      );
      return { id, exchange, commits, roles: rows.map(({ role }) => role) };
    }
    const ends = new Set<string>();
    // The number of commits depends on what is cached, so the loop ends with the first exchange that has fewer than
    // `commit` commits.
    for (let commit = 1, isReached = true; isReached; commit += 1) {
      const { id, exchange, roles, commits } = await stopAt(commit);
      isReached = commits >= commit;
      const isComplete = exchange.status === "completed";
      expect(roles, `commit ${commit}`).toEqual(isComplete ? ["user", "assistant", "tool", "assistant"] : []);
      expect(exchange, `commit ${commit}`).toMatchObject(
        isComplete ? { answer: "At nine." } : { status: "aborted", answer: null, number: 1 },
      );
      // Every recorded tool call was paid for.
      expect(BigInt(exchange.metrics.spend)).toBeGreaterThanOrEqual(BigInt(exchange.tools.length) * cost);
      expect((await ask(id)).exchange).toMatchObject({ status: "completed", number: 2 });
      ends.add(`${exchange.status} with ${exchange.tools.length} tools`);
    }
    expect(ends).toEqual(new Set(["aborted with 0 tools", "aborted with 1 tools", "completed with 1 tools"]));
  });

  it("retries a model call that failed before its first word", async () => {
    script.follow((_, count) => (count === 1 ? { status: 503 } : { pieces: ["At last."] }));
    const { exchange, events } = await ask(await conversation());
    expect(exchange).toMatchObject({ status: "completed", answer: "At last." });
    expect(events.some(({ type }) => type === "waiting")).toBe(true);
  });

  // Runs last, because it raises the model's token factor, which would shorten the prompts of the other tests.
  it("sends a shorter prompt, once, to a provider that counts more tokens than we do", async () => {
    const id = await conversation();
    script.follow(() => ({ pieces: ["Noted."] }));
    for (const text of ["First.", ...longTexts.map((one) => one.repeat(2)), "Last but one.", "Last."])
      await ask(id, { text });
    const refused = {
      status: 400,
      message: "This model's maximum context length is 50000 tokens. However, your messages resulted in 55000 tokens.",
    };
    script.follow((_, count) => (count === 1 ? refused : { pieces: ["At nine."] }));
    const { exchange } = await ask(id);
    expect(exchange).toMatchObject({ status: "completed", answer: "At nine.", metrics: { spend: String(cost) } });
    const sizes = script.requests.map(({ messages }) => sizeOf(messages.map(({ text }) => text)));
    expect(sizes).toHaveLength(2);
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.9);

    script.follow(() => refused);
    expect((await ask(id)).exchange).toMatchObject({ status: "failed", error: { code: "context_window" } });
    expect(script.requests.length).toBeLessThanOrEqual(2);
  });
});

import type { ConversationId, Exchange } from "@dialectic/contract";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { engines, startScriptedModel, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { defineTool } from "../chat-tool.ts";
import { createConversation } from "../record/conversations.ts";
import { type ChatParts, type ExchangesCtx, runExchange, startExchange } from "./run-exchange.ts";

const echo = defineTool({
  name: "echo",
  description: "Says it again.",
  schema: z.strictObject({ word: z.string() }),
  effects: "none",
  run: async (_, { word }) => word,
});
/** The model waits this long before its text, and again before the end of the stream. */
const answerMs = 1_500;
const parts: ChatParts = { sources: [], tools: [echo], limits: { retryMs: 10 } };

/**
 * Statements that may wait for a lock. Starting and publishing an exchange lock its conversation. The other locks
 * belong to the owner's wallet, to the model's slots (`authorize_call` takes one, `free_slots` returns it), and to the
 * numbering of events at commit.
 */
const writing = [
  "start_exchange",
  "publish_exchange",
  "set_budget",
  "authorize_call",
  "settle_hold",
  "free_slots",
  "commit",
];

/**
 * Runs `work`. Returns the longest wait for a lock, in milliseconds, of each statement, by its name in `writing` or
 * else by its text.
 */
async function watchLocks(url: string | null, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const longest = new Map<string, number>();
  if (url === null) {
    await work(); // the embedded engine has a single connection, which never waits for another
    return longest;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  let isOver = false;
  const watching = (async () => {
    let before = new Set<string>();
    while (!isOver) {
      const { rows } = await client.query<{ statement: string; query: string; ms: number }>(
        `with waiting as materialized (
           select pid, query_start, query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database())
         select waiting.pid || ' ' || query_start as statement, query,
           coalesce(extract(epoch from clock_timestamp() - waitstart)::float8 * 1000, 0) as ms
         from waiting left join pg_locks on pg_locks.pid = waiting.pid and not granted`,
      );
      for (const { statement, query, ms } of rows) {
        // pg_stat_activity reads a connection's statement first and its wait event a moment later. On a busy machine, the
        // wait may belong to the connection's next statement. So a statement counts as waiting only if two samples in a
        // row show it.
        if (!before.has(statement)) continue;
        const name = new RegExp(`\\b(?:${writing.join("|")})\\b`).exec(query);
        const waits = name?.[0] ?? query;
        longest.set(waits, Math.max(longest.get(waits) ?? 0, ms));
      }
      before = new Set(rows.map(({ statement }) => statement));
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
    await client.end();
  }
  return longest;
}

describe.each(engines)("simultaneous exchanges on %s", (engine) => {
  let t: TestApp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  let ctx: ExchangesCtx;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp(engine);
    script.listIn(t.dataDir);
    ctx = { ...t.ctx, embedder: null, approvalShare: 100 };
    await topUp(t.ctx, { amount: 10_000_000n, key: "start" });
    script.follow(({ results, prompt }) => {
      const word = prompt.slice(-4);
      const before = () => new Promise((resolve) => setTimeout(resolve, answerMs));
      return results.length === 0
        ? { calls: [{ name: "echo", input: { word } }] }
        : { pieces: [`It is ${word}`], before };
    });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });

  async function ask(conversationId: ConversationId, text: string): Promise<Exchange> {
    const { signal } = new AbortController();
    const started = await startExchange(ctx, parts, { conversationId, text, signal });
    return runExchange(ctx, parts, { ...started, emit: () => undefined });
  }
  const conversation = async () => (await createConversation(ctx, { model: "scripted/model" })).id;
  /**
   * Returns the texts of each exchange, in message order. Fails if messages or exchanges are not numbered from 1
   * without gaps.
   */
  async function read(conversationId: ConversationId): Promise<string[][]> {
    const { rows } = await ctx.db.tx((db) =>
      sql<{ number: number; exchange: number; content: string }>`
        select number, exchange_number as exchange, content from published_messages
        where conversation_id = ${conversationId} order by number`.execute(db),
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    const runs: { exchange: number; texts: string[] }[] = [];
    for (const { exchange, content } of rows) {
      const last = runs.at(-1);
      if (last?.exchange === exchange) last.texts.push(content);
      else runs.push({ exchange, texts: [content] });
    }
    const numbers = runs.map(({ exchange }) => exchange).toSorted((a, b) => a - b);
    expect(numbers).toEqual(runs.map((_, index) => index + 1));
    return runs.map(({ texts }) => texts);
  }
  const told = (word: string) => [`Which? ${word}`, "", word, `It is ${word}`];

  it("wait for locks only when writing, and never interleave (10 in one conversation, 100 in separate ones)", {
    timeout: 120_000,
  }, async () => {
    const one = await conversation();
    const many = await Promise.all(Array.from({ length: 100 }, conversation));
    const words = Array.from({ length: 100 }, (_, n) => String(1000 + n));
    const work = () =>
      Promise.all([
        ...words.slice(0, 10).map((word) => ask(one, `Which? ${word}`)),
        ...many.map((id, n) => ask(id, `Which? ${words[n]}`)),
      ]);
    const waits = await watchLocks(t.url, work);
    const measured = [...waits].map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
    if (measured.length > 0) process.stdout.write(`longest waits for locks: ${measured.join(", ")}\n`);
    const texts = await read(one);
    expect(texts.toSorted()).toEqual(words.slice(0, 10).map(told));
    for (const [n, id] of many.entries()) expect(await read(id)).toEqual([told(words[n] ?? "")]);
    expect((await getBalance(ctx)).held).toBe(0n);
    expect(await ctx.db.tx(auditWallets)).toEqual([]);
    // Nothing waits for a lock while context is gathered, a model answers or a tool runs.
    expect([...waits.keys()].filter((name) => !writing.includes(name))).toEqual([]);
    // A lock is held only for short transactions, so a wait is always shorter than an answer, which takes `answerMs`
    // here.
    expect([...waits].filter(([, ms]) => ms >= answerMs)).toEqual([]);
  });
});

import type { ConversationId, ExchangeId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listJobs, retryJob } from "#jobs";
import { engines, startScriptedModel, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { createConversation, getConversation, getExchange } from "../record/conversations.ts";
import { type ChatParts, type ExchangesCtx, runExchange, startExchange } from "../run/run-exchange.ts";
import { searchExchanges } from "../search-exchanges.ts";

const model = "scripted/model";
const cost = 18n; // one unit per token: 11 input tokens and 7 output tokens
const parts: ChatParts = { sources: [], tools: [], limits: { retryMs: 10 } };

describe.each(engines)("summaries on %s", (engine) => {
  let t: TestApp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  let ctx: ExchangesCtx;
  let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    script.listIn(t.dataDir);
    ctx = { ...t.ctx, embedder: null, approvalShare: 100 };
    await topUp(t.ctx, { amount: 10_000_000n, key: "start" });
    worker = await t.startWorker();
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });
  async function ask(conversationId: ConversationId, text: string) {
    const { signal } = new AbortController();
    const started = await startExchange(ctx, parts, { conversationId, text, signal });
    return runExchange(ctx, parts, { ...started, emit: () => undefined });
  }
  const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 20_000 });
  const isSummarized = (exchangeId: ExchangeId, summary: string) =>
    until(async () => (await getExchange(ctx, { exchangeId })).summary === summary);
  const isSummary = (prompt: string) => /^## (?:Exchange|Conversation) to summarize/.test(prompt);

  it("are written in the background, can be found by searching, and do not change the spend of the exchange", async () => {
    script.follow(({ prompt }) => ({
      pieces: [isSummary(prompt) ? "Marlow brings soup on Friday." : "Marlow and Sons."],
    }));
    const { id } = await createConversation(ctx, { model, summarizer: model });
    const before = (await getBalance(ctx)).balance;
    const { id: exchangeId } = await ask(id, "Who brings the food?");
    await isSummarized(exchangeId, "Marlow brings soup on Friday.");
    const exchange = await getExchange(ctx, { exchangeId });
    expect(exchange).toMatchObject({ status: "completed", metrics: { spend: String(cost) } });
    expect(before - (await getBalance(ctx)).balance).toBe(cost * 2n);
    const found = await searchExchanges(ctx, { question: "soup on Friday", limit: 3 });
    expect(found[0]).toMatchObject({ exchangeId, role: "summary" });
    for (let n = 2; n <= 8; n += 1) await ask(id, `And number ${n}?`);
    const told = () => getConversation(ctx, { conversationId: id });
    await until(async () => (await told()).summary === "Marlow brings soup on Friday.");
    expect(await ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("appear in the list of failed jobs if they fail permanently, and are written after a retry", async () => {
    script.follow(({ prompt }) => ({ pieces: [isSummary(prompt) ? "The doors open at nine." : "At nine."] }));
    const { id } = await createConversation(ctx, { model, summarizer: model });
    const summarizeBy = (name: string) =>
      t.ctx.db.tx((db) => sql`update conversations set summarizer = ${name} where id = ${id}`.execute(db));
    await summarizeBy("scripted/gone");
    const { id: exchangeId } = await ask(id, "When?");
    const failed = () => t.ctx.db.tx((db) => listJobs(db, { kind: "summarize", status: "failed", limit: 10 }));
    await until(async () => (await failed()).items.length > 0);
    const [dead] = (await failed()).items;
    expect(await getExchange(ctx, { exchangeId })).toMatchObject({ status: "completed", summary: "At nine." });
    await summarizeBy(model);
    if (dead) await t.ctx.db.tx((db) => retryJob(db, dead.id));
    await isSummarized(exchangeId, "The doors open at nine.");
    expect((await failed()).items).toEqual([]);
  });

  it("are written by a paid model only if the user chose it", async () => {
    script.follow(() => ({ pieces: ["Yes."] }));
    const { id, summarizer } = await createConversation(ctx, { model });
    expect(summarizer).toBeNull();
    await ask(id, "Really?");
    await worker.idle();
    expect(script.requests.filter(({ prompt }) => isSummary(prompt))).toEqual([]);
    expect((await createConversation(ctx, { model: "rehearsal/atlas" })).summarizer).toBe("rehearsal/atlas");
  });
});

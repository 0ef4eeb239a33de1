import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as wait } from "node:timers/promises";
import type { ExchangeId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { isUnreachable } from "#jobs";
import { createDatabase, createLog, createPostgresEngine, newId } from "#platform";
import { engines, startDatabaseProxy, startScriptedModel, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { defineTool } from "../chat-tool.ts";
import { createConversation, getExchange } from "../record/conversations.ts";
import { createRunningExchanges } from "../running-exchanges.ts";
import type { ChatParts } from "./run-exchange.ts";

const model = "scripted/model";
const cost = 18n; // one unit per token: 11 input tokens and 7 output tokens
const look = defineTool({
  name: "look",
  description: "Looks a word up.",
  schema: z.strictObject({ word: z.string() }),
  effects: "none",
  run: async (_, { word }) => `${word} means ${word}.`,
});
const limits = { retryMs: 10 };
const parts: ChatParts = { sources: [], tools: [look], limits };

describe.skipIf(!engines.includes("postgres"))("an exchange during an outage of the database", () => {
  let t: TestApp;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  beforeAll(async () => {
    script = await startScriptedModel();
    t = await testApp("postgres");
    script.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 10_000_000n, key: "start" });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
  });

  /** A server process whose connections to the database go through a proxy. */
  async function start(ms?: number) {
    const proxy = await startDatabaseProxy(t.url ?? "");
    const database = createDatabase(createPostgresEngine(proxy.url, { maxConnections: 4, timeoutMs: 1_000 }));
    const log = createLog("silent");
    const own = ms === undefined ? parts : { ...parts, limits: { ...limits, ms } };
    const exchanges = createRunningExchanges({ database, log, parts: own });
    onTestFinished(async () => {
      await exchanges.close();
      await database.close();
      await proxy[Symbol.asyncDispose]();
    });
    const ctx = { ...t.ctx, log, db: database.as(t.userId), embedder: null, approvalShare: 100 };
    return { proxy, exchanges, ctx, conversationId: (await createConversation(ctx, { model })).id };
  }
  type Server = Awaited<ReturnType<typeof start>>;

  /**
   * Sends a request through the server and waits for the exchange to end. Reads the exchange without the proxy, because
   * the server's own connection may be down.
   */
  async function ask({ exchanges, ctx, conversationId }: Server) {
    const before = (await getBalance(t.ctx)).balance;
    const id = newId<ExchangeId>();
    const request = { id, conversationId, text: "When do the doors open?" };
    await exchanges.start(ctx, request).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
    });
    const read = () => getExchange(t.ctx, { exchangeId: id });
    while ((await read()).status === "in_progress") await wait(20);
    const { balance, held } = await getBalance(t.ctx);
    expect([held, await t.ctx.db.tx(auditWallets)]).toEqual([0n, []]);
    return { exchange: await read(), paid: before - balance };
  }

  /** Makes the proxy refuse every connection for a while. */
  function breakDown({ proxy }: Server): void {
    proxy.set("starting");
    proxy.cut();
    void wait(1_500).then(() => proxy.set("forward"));
  }

  it("keeps a paid answer, and publishes it afterwards", async () => {
    const s = await start();
    script.follow(() => ({ pieces: ["At nine."], before: async () => breakDown(s) }));
    const { exchange, paid } = await ask(s);
    expect(exchange).toMatchObject({ status: "completed", answer: "At nine.", error: null });
    expect([paid, script.requests.length]).toEqual([cost, 1]);
  });

  it("keeps a reply that calls tools, and continues with it afterwards", async () => {
    const s = await start();
    script.follow(({ results }) =>
      results.length === 0
        ? { calls: [{ name: "look", input: { word: "doors" } }], before: async () => breakDown(s) }
        : { pieces: ["At nine."] },
    );
    const { exchange, paid } = await ask(s);
    expect(exchange).toMatchObject({ status: "completed", answer: "At nine.", tools: [{ name: "look" }] });
    expect([paid, script.requests.length]).toEqual([2n * cost, 2]);
  });

  it("publishes the answer once if only the acknowledgement of its commit was lost", async () => {
    const s = await start();
    script.follow(() => ({ pieces: ["At nine."] }));
    const onPoint = (message: unknown) => {
      if ((message as { point: string }).point !== "publication written") return;
      unsubscribe("dialectic:points", onPoint);
      s.proxy.set("deaf");
      void wait(1_500).then(() => s.proxy.set("forward"));
    };
    subscribe("dialectic:points", onPoint);
    const { exchange, paid } = await ask(s);
    expect(exchange).toMatchObject({ status: "completed", answer: "At nine.", error: null });
    expect(exchange.metrics.messages).toBe(2);
    expect(paid).toBe(cost);
  });

  it("does not delay the shutdown of its server until the database is back", async () => {
    const s = await start();
    script.follow(() => ({
      pieces: ["At nine."],
      before: async () => {
        s.proxy.set("starting");
        s.proxy.cut();
      },
    }));
    await s.exchanges.start(s.ctx, { conversationId: s.conversationId, text: "When?" }).catch(() => undefined);
    await wait(500);
    const began = performance.now();
    await s.exchanges.close();
    expect(performance.now() - began).toBeLessThan(5_000);
    s.proxy.set("forward");
  });

  it("records, once the database is back, that it exceeded its time limit", async () => {
    const s = await start(1_000);
    const before = async () => {
      breakDown(s);
      await wait(1_200);
    };
    script.follow(() => ({ pieces: ["At nine."], before }));
    const id = newId<ExchangeId>();
    const request = { id, conversationId: s.conversationId, text: "When?" };
    await s.exchanges.start(s.ctx, request).catch(() => undefined);
    await vi.waitUntil(async () => (await getExchange(t.ctx, { exchangeId: id })).status !== "in_progress", {
      timeout: 10_000,
      interval: 50,
    });
    expect(await getExchange(t.ctx, { exchangeId: id })).toMatchObject({
      status: "failed",
      error: { code: "exchange_limit" },
    });
  });
});

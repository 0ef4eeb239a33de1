import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, startPaidProvider, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { testModel } from "./index.ts";

describe.each(engines)("testing a model on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("costs what the test call used, and is refused without a call if the wallet is empty", async () => {
    await using provider = await startPaidProvider(() => ({
      pieces: ["Hello"],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
    }));
    provider.listIn(t.dataDir);
    await expect(testModel(t.ctx, { id: provider.model })).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(provider.timesAsked()).toBe(0);
    await topUp(t.ctx, { amount: 100n, key: "first" });
    expect(await testModel(t.ctx, { id: provider.model })).toMatchObject({ text: "Hello", outputTokens: 7, cost: "8" });
    expect(await getBalance(t.ctx)).toEqual({ balance: 92n, held: 0n, free: 92n });
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("is charged at the prices of its hold, even if models.json changes during the call", async () => {
    await using provider = await startPaidProvider(() => {
      writeFileSync(join(t.dataDir, "models.json"), '{ "models": [');
      return { pieces: ["Hello"], usage: { prompt_tokens: 11, completion_tokens: 7 } };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100n, key: "second" });
    const before = await getBalance(t.ctx);
    expect(await testModel(t.ctx, { id: provider.model })).toMatchObject({ text: "Hello", cost: "8" });
    expect(await getBalance(t.ctx)).toMatchObject({ balance: before.balance - 8n, held: 0n });
    provider.listIn(t.dataDir);
  });

  it("is aborted when the client disconnects, and its hold ends", async () => {
    const leaving = new AbortController();
    await using provider = await startPaidProvider(() => {
      leaving.abort("Client connection prematurely closed.");
      return { pieces: ["Hello"], pauseMs: 600_000 };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100n, key: "third" });
    const tested = testModel({ ...t.ctx, left: () => leaving.signal }, { id: provider.model });
    await expect(tested).rejects.toMatchObject({ code: "run_cancelled" });
    expect(await getBalance(t.ctx)).toMatchObject({ held: 0n });
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("is free for a free model", async () => {
    expect(await testModel(t.ctx, { id: "rehearsal/atlas" })).toMatchObject({ model: "rehearsal/atlas", cost: "0" });
  });
});

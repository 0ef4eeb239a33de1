import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { engines, type PaidProvider, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { auditWallets, topUp } from "#wallet";
import { quoteStale, regenerateDocument, retryStage, startIteration } from "./index.ts";

/** Every call reads one token, which costs almost nothing, and writes ten tokens. */
const usage = { prompt_tokens: 1, completion_tokens: 10 };
const pricedAt = (price: number) => ({
  ...{ input: 1, cachedInput: 1, cacheWrite: 1, output: price * 1_000_000, reasoning: price * 1_000_000 },
});

/** The cost of an answer in units. The input costs a fraction of a unit, which is rounded up. */
const costAt = (price: number) => BigInt(price * usage.completion_tokens + 1);

describe.each(engines)("the terms of a session on %s", (engine) => {
  let t: TestApp;
  let provider: PaidProvider;
  beforeAll(async () => {
    t = await testApp(engine);
    provider = await startPaidProvider((asked) => ({ pieces: wholeAnswer(asked), usage }));
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /**
   * Starts a worker that stops at the end of the test. `app` may be another app on the same database, with a data folder and
   * a models.json of its own.
   */
  async function startWorker(app = t) {
    const worker = await app.startWorker();
    onTestFinished(() => worker.stop());
    return worker;
  }

  /** The amounts that each call of a session held and cost. */
  async function booked(sessionId: SessionId) {
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ cost: bigint; held: bigint }>`
        select c.cost, h.amount as held
        from model_calls c join wallet_holds h on h.id = c.hold_id
        where c.session_id = ${sessionId}`.execute(db),
    );
    return rows;
  }

  async function start(more: { auto?: boolean } = {}) {
    provider.listIn(t.dataDir, pricedAt(1));
    await topUp(t.ctx, { amount: 10_000_000n, key: crypto.randomUUID() });
    return t.session({ brief: "Open a garden.", models: [provider.model], start: true, ...more });
  }

  it("determine the price of calls, even if the worker's own catalogue has other prices", async () => {
    await using dear = await testApp(engine, { beside: t });
    provider.listIn(dear.dataDir, pricedAt(100));
    await startWorker(dear);
    const { id } = await start({ auto: true });
    await t.reach(id, "iteration_complete");
    const calls = await booked(id);
    expect(calls.length).toBeGreaterThanOrEqual(5);
    expect(new Set(calls.map(({ cost }) => cost))).toEqual(new Set([costAt(1)]));
    // The worst case is a thousand tokens of output and hardly any input.
    for (const { held } of calls) expect(held).toBeLessThan(1_100n);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("stay the same if the price changes between two stages, even for regenerated documents and quotes for them", async () => {
    const worker = await startWorker();
    const { id } = await start();
    await t.reach(id, "awaiting_feedback");
    provider.listIn(t.dataDir, pricedAt(50));
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ id: string }>`select id from documents where session_id = ${id} and kind = 'whole'`.execute(db),
    );
    await regenerateDocument(t.ctx, { documentId: rows[0]?.id as never });
    await worker.idle();
    expect(new Set((await booked(id)).map(({ cost }) => cost))).toEqual(new Set([costAt(1)]));
    expect(await quoteStale(t.ctx, { sessionId: id })).toMatchObject({ documents: 0 });
  });

  it("are frozen again by a further iteration", async () => {
    await startWorker();
    const { id } = await start({ auto: true });
    await t.reach(id, "iteration_complete");
    provider.listIn(t.dataDir, pricedAt(3));
    await startIteration(t.ctx, { sessionId: id });
    await t.reach(id, "iteration_complete");
    expect(new Set((await booked(id)).map(({ cost }) => cost))).toEqual(new Set([costAt(1), costAt(3)]));
  });

  it("are all that a worker needs if it cannot read its models.json", async () => {
    await using other = await testApp(engine, { beside: t });
    provider.listIn(other.dataDir);
    writeFileSync(join(other.dataDir, "models.json"), '{ "models": [{ "id": "paid/scr');
    await startWorker(other);
    const { id } = await start();
    await t.reach(id, "awaiting_feedback");
    expect(new Set((await booked(id)).map(({ cost }) => cost))).toEqual(new Set([costAt(1)]));
  });

  it("get a corrected window, but no new prices, when a person retries", async () => {
    provider.listIn(t.dataDir, pricedAt(1));
    await topUp(t.ctx, { amount: 10_000_000n, key: crypto.randomUUID() });
    const limits = { contextWindow: 1_200, maxOutputTokens: 1_000 };
    const list = (more: object) =>
      writeFileSync(
        join(t.dataDir, "models.json"),
        JSON.stringify({ models: [{ id: provider.model, ...limits, prices: pricedAt(1), ...more }] }),
      );
    list({});
    await startWorker();
    const { id } = await t.session({ brief: "Open a garden.", models: [provider.model], start: true });
    const { blockedBy } = await t.reach(id, "failed");
    expect(blockedBy).toMatchObject({ kind: "failed", code: "context_window" });
    list({ contextWindow: 100_000, prices: pricedAt(7) });
    await retryStage(t.ctx, { sessionId: id, stage: "thesis" });
    await t.reach(id, "awaiting_feedback");
    expect(new Set((await booked(id)).map(({ cost }) => cost))).toEqual(new Set([costAt(1)]));
  });

  it("cannot be changed by SQL; prices cannot change within an iteration", async () => {
    const { id } = await start();
    const owner = <T>(statement: ReturnType<typeof sql<T>>) => t.database.asOwner((db) => statement.execute(db));
    await expect(owner(sql`update model_terms set price_output = 1`)).rejects.toThrow("never changed");
    await expect(owner(sql`delete from model_terms`)).rejects.toThrow("never changed");
    await expect(owner(sql`update session_models set iteration = 2`)).rejects.toThrow("never changed");
    const cheaper = sql`
      with cheap as (
        insert into model_terms (id, owner_id, model, provider, name, context_window, max_output_tokens, tokenizer, api, free,
          price_input, price_cached_input, price_cache_write, price_output, price_reasoning, source)
        select gen_random_uuid(), t.owner_id, t.model, t.provider, t.name, t.context_window, t.max_output_tokens, t.tokenizer,
          t.api, false, 1, 1, 1, 1, 1, t.source
        from session_models m join model_terms t on t.id = m.terms_id where m.session_id = ${id}
        returning *)
      insert into session_models (session_id, iteration, model, revision, terms_id, owner_id)
      select ${id}, 1, model, 2, id, owner_id from cheap`;
    await expect(t.ctx.db.tx((db) => cheaper.execute(db))).rejects.toThrow(/frozen/);
  });
});

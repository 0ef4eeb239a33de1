import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { setConcurrencyLimit } from "#jobs";
import { type Message, resolveModel, type Tool } from "#models";
import { engines, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { adapters, envAt } from "../models/conformance/adapters.ts";
import { Plan, plan, search, words } from "../models/conformance/answers.ts";
import { type StubServer, startStubServer } from "../models/conformance/stub-server.fixture.ts";
import type { ModelCall } from "./call.ts";
import { callModel, saveWithCharge } from "./index.ts";

/**
 * Every token costs one millionth of a dollar. The stub servers report 11 input and 7 output tokens, so a call costs 18
 * millionths.
 */
const prices = { input: 1e6, cachedInput: 1e6, cacheWrite: 1e6, output: 1e6, reasoning: 1e6 };
const used = 18n;

describe.each(engines)("a paid call, on %s", (engine) => {
  let t: TestApp;
  let stub: StubServer;
  beforeAll(async () => {
    stub = await startStubServer();
    t = await testApp(engine, { env: envAt(stub.url) });
    const models = adapters.map(({ model }) => ({
      ...{ id: model, contextWindow: 8_000, maxOutputTokens: 1_000, prices },
      ...(model.endsWith("chat") ? { api: "chat" } : {}),
    }));
    const providers = [{ name: "lab", baseUrl: `${stub.url}/v1`, keyEnv: "LAB_KEY" }];
    writeFileSync(join(t.dataDir, "models.json"), JSON.stringify({ models }));
    writeFileSync(join(t.dataDir, "providers.json"), JSON.stringify(providers));
    await topUp(t.ctx, { amount: 1_000_000n, key: "start" });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await stub.close();
  });

  const messages: Message[] = [{ role: "user", content: "Plan the move." }];
  async function call<T>(id: string, more: Partial<ModelCall<T>> = {}) {
    const { db, log, retryWindowMs } = t.ctx;
    const ctx = { db, tx: db.tx, log, retryWindowMs, approvalShare: 100, signal: new AbortController().signal };
    return callModel<T>(ctx, {
      model: await resolveModel(t.ctx, id),
      prompt: { instructions: "Be exact.", messages },
      maxOutputTokens: 100,
      key: crypto.randomUUID(),
      job: null,
      scope: {},
      continuations: 0,
      ...more,
    });
  }

  /** Makes the call, saves only its charge, and checks the effect on the wallet. */
  async function paid<T>(outcome: Awaited<ReturnType<typeof call<T>>>, before: bigint) {
    if (!outcome.ok) throw new Error(outcome.why.reason);
    expect((await getBalance(t.ctx)).held).toBeGreaterThan(used);
    expect(outcome.charge.amount).toBe(used);
    await saveWithCharge(t.ctx.db, outcome.charge, async () => undefined);
    expect(await getBalance(t.ctx)).toEqual({ balance: before - used, held: 0n, free: before - used });
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    return outcome.answer;
  }

  it.each(adapters)("through $name returns a tool call, and the wallet pays", async ({ model, wire }) => {
    const { balance } = await getBalance(t.ctx);
    const frames = wire.call({ id: "call_1", name: "search", input: '{"query":"rain in May"}' });
    stub.answerWith({ frames, ending: "end" });
    const answer = await paid(await call(model, { tools: [search] }), balance);
    const toolCalls = [{ name: "search", input: { query: "rain in May" } }];
    expect(answer).toMatchObject({ finishReason: "tool-calls", toolCalls });
    expect(stub.lastBody()).toContain(search.description);
  });

  it.each(adapters)("through $name returns an object of the schema, and the wallet pays", async ({ model, wire }) => {
    const { balance } = await getBalance(t.ctx);
    stub.answerWith({ frames: wire.object(JSON.stringify(plan)), ending: "end" });
    const answer = await paid(await call(model, { schema: Plan }), balance);
    expect(answer.object).toEqual(plan);
  });

  it("is booked as lost if its answer cannot be saved, and the next attempt's answer is charged", async () => {
    const [adapter] = adapters;
    if (!adapter) throw new Error("There is no adapter.");
    const { model, wire } = adapter;
    const { balance } = await getBalance(t.ctx);
    const key = crypto.randomUUID();
    stub.answerWith({ frames: [...wire.say(words), ...wire.finish("stop")], ending: "end" });
    const first = await call(model, { key });
    if (!first.ok) throw new Error(first.why.reason);
    await t.ctx.db.tx(async () => undefined, { beforeCommit: first.charge.lose });
    const left = balance - used;
    expect(await getBalance(t.ctx)).toEqual({ balance: left, held: 0n, free: left });
    await paid(await call(model, { key }), left);
    const { rows } = await t.database.asOwner((db) =>
      sql`select outcome, error_code, cost from model_calls where call_key = ${key} order by at, id`.execute(db),
    );
    expect(rows).toEqual([
      { outcome: "failed", error_code: "internal", cost: used },
      { outcome: "answered", error_code: null, cost: used },
    ]);
  });

  it.each(adapters)(
    "through $name is not made if the wallet covers the prompt but not the tools",
    async ({ model, wire }) => {
      const about = "Finds documents of this project, the newest first. ".repeat(40);
      const tools: Tool[] = [{ name: "find", description: about, input: z.object({ query: z.string() }) }];
      const poor = await testApp(engine, { beside: t });
      await topUp(poor.ctx, { amount: 300n, key: "little" });
      const { db, log, retryWindowMs } = poor.ctx;
      const ctx = { db, tx: db.tx, log, retryWindowMs, approvalShare: 100, signal: new AbortController().signal };
      const asked = {
        ...{ model: await resolveModel(t.ctx, model), prompt: { instructions: "", messages }, maxOutputTokens: 100 },
        ...{ job: null, scope: {}, continuations: 0 },
      };
      stub.answerWith({ frames: [...wire.say(words), ...wire.finish("stop")], ending: "end" });
      const refused = await callModel(ctx, { ...asked, tools, key: crypto.randomUUID() });
      expect(refused).toMatchObject({ ok: false, why: { reason: "insufficient-funds" } });
      expect(stub.timesAsked()).toBe(0);
      expect(await callModel(ctx, { ...asked, key: crypto.randomUUID() })).toMatchObject({ ok: true });
      await poor[Symbol.asyncDispose]();
    },
  );

  it("without a job respects the model's concurrency limit, and frees its slot after an answer or error", async () => {
    const [adapter] = adapters;
    if (!adapter) throw new Error("There is no adapter.");
    const { model, wire } = adapter;
    await setConcurrencyLimit(t.database, { key: `model:${model}`, max: 1 });
    stub.answerWith({ frames: [...wire.say(words), ...wire.finish("stop")], ending: "end" });
    const first = await call(model);
    if (!first.ok) throw new Error(first.why.reason);
    expect(await call(model)).toMatchObject({ ok: false, why: { reason: "rate-limited" } });
    await saveWithCharge(t.ctx.db, first.charge, async () => undefined);
    await expect(call(model, { prompt: { instructions: "", messages: [] } })).rejects.toThrow();
    const last = await call(model);
    expect(last).toMatchObject({ ok: true });
    if (last.ok) await saveWithCharge(t.ctx.db, last.charge, async () => undefined);
    await setConcurrencyLimit(t.database, { key: `model:${model}`, max: null });
  });
});

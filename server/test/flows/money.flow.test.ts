import type { JobId, Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateStage } from "#sessions";
import { type Answer, type EngineName, engines, startPaidProvider, type TestApp, testApp, wholeThesis } from "#test";
import { approve, auditWallets, changeBudget, getBalance, listWaits, topUp } from "#wallet";

/** The cost of one full answer: a thousand output tokens, and the prompt, whose cost is rounded up to one unit. */
const full = 1001n;

/** One database for each engine. Each test has its own user, folder, provider and worker. */
const shared = new Map<EngineName, TestApp>();
beforeAll(async () => {
  for (const engine of engines) shared.set(engine, await testApp(engine));
});
afterAll(async () => {
  for (const app of shared.values()) await app[Symbol.asyncDispose]();
});

async function setup(engine: EngineName, answer: (count: number) => Answer, balance: bigint) {
  const beside = shared.get(engine);
  if (!beside) throw new Error("The database is not open yet.");
  const t = await testApp(engine, { beside });
  const provider = await startPaidProvider((_, count) => answer(count));
  provider.listIn(t.dataDir);
  if (balance > 0n) await topUp(t.ctx, { amount: balance, key: "first" });
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await t.database.asOwner((db) => query.execute(db))).rows;
  return {
    ...t,
    provider,
    read,
    /** Creates a session whose first stage makes one call. */
    thesis: (brief = "Plan a pop-up for 300 guests in May.") =>
      t.session({ brief, models: [provider.model], start: true }),
    balance: async () => (await getBalance(t.ctx)).balance,
    audit: () => t.ctx.db.tx(auditWallets),
    transactions: async () =>
      (
        await read(sql<{ kind: string }>`
          select kind from wallet_transactions where owner_id = ${t.userId} and kind <> 'top-up' order by id`)
      ).map((row) => row.kind),
    calls: () =>
      read(sql<{ outcome: string; error_code: string | null; cost: bigint; tokens_estimated: boolean }>`
        select outcome, error_code, cost, tokens_estimated from model_calls where owner_id = ${t.userId} order by at`),
    texts: async () =>
      (
        await read(sql<{ text: string }>`
          select text from contributions where owner_id = ${t.userId} order by created_at, chunk`)
      ).map((row) => row.text),
    paused: (id: Session["id"]) => t.reach(id, "paused"),
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

describe.each(engines)("a paid call on %s", (engine) => {
  it("holds money, is charged once together with its answer, and releases the rest", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 400 };
    await using t = await setup(engine, () => ({ pieces: wholeThesis, usage }), 50_000n);
    await t.startWorker();
    const session = await t.thesis();
    await t.reach(session.id, "awaiting_feedback");
    expect(await getBalance(t.ctx)).toEqual({ balance: 49_599n, held: 0n, free: 49_599n });
    expect(await t.calls()).toEqual([{ outcome: "answered", error_code: null, cost: 401n, tokens_estimated: false }]);
    expect(await t.audit()).toEqual([]);
  });

  it("costs nothing and is retried if it fails before it is answered", async () => {
    await using t = await setup(
      engine,
      (count) => (count === 1 ? { pieces: [], status: 500 } : { pieces: wholeThesis }),
      50_000n,
    );
    await t.startWorker();
    const session = await t.thesis();
    await t.reach(session.id, "awaiting_feedback");
    expect(t.provider.timesAsked()).toBe(2);
    expect(await t.calls()).toMatchObject([
      { outcome: "failed", cost: 0n },
      { outcome: "answered", cost: full },
    ]);
    expect(await t.transactions()).toEqual(["charge"]);
    expect(await t.balance()).toBe(50_000n - full);
  });

  it("is not retried if the model refuses, and its cost is booked as lost", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 7 };
    await using t = await setup(engine, () => ({ pieces: [], finish: "content_filter", usage }), 50_000n);
    await t.startWorker();
    const session = await t.thesis();
    await t.reach(session.id, "failed");
    expect(t.provider.timesAsked()).toBe(1);
    expect(await t.transactions()).toEqual(["loss"]);
    expect(await t.balance()).toBe(50_000n - 8n);
    expect(await t.audit()).toEqual([]);
  });

  it("keeps its text if the stream breaks, is charged once based on an estimate, and is continued", async () => {
    const [first = "", ...rest] = wholeThesis;
    await using t = await setup(
      engine,
      (count) => (count === 1 ? { pieces: [first], cut: true } : { pieces: rest }),
      50_000n,
    );
    await t.startWorker();
    const session = await t.thesis();
    await t.reach(session.id, "awaiting_feedback");
    expect(await t.texts()).toEqual([first, rest.join("")]);
    expect(await t.transactions()).toEqual(["charge", "charge"]);
    const [cut, whole] = await t.calls();
    expect(cut).toMatchObject({ outcome: "answered", tokens_estimated: true });
    expect(whole).toMatchObject({ tokens_estimated: false, cost: full });
    expect(await t.balance()).toBe(50_000n - full - (cut?.cost ?? 0n));
  });

  it("waits if there is no money, and continues after a top-up without repeating anything", async () => {
    await using t = await setup(engine, () => ({ pieces: wholeThesis }), full - 1n);
    await t.startWorker();
    const session = await t.thesis();
    await t.paused(session.id);
    expect(t.provider.timesAsked()).toBe(0);
    expect(await listWaits(t.ctx)).toMatchObject([{ reason: "funds", amount: full }]);
    await topUp(t.ctx, { amount: full * 10n, key: "more" });
    await t.reach(session.id, "awaiting_feedback");
    expect(t.provider.timesAsked()).toBe(1);
    expect(await t.balance()).toBe(full * 10n - 1n);
  });

  it("waits if it would exceed the budget of its session, and continues when the budget is raised", async () => {
    await using t = await setup(engine, () => ({ pieces: wholeThesis }), full * 100n);
    const { id } = await t.session({ brief: "A pop-up for 300 guests.", models: [t.provider.model] });
    const subject = { kind: "session", id } as const;
    await changeBudget(t.ctx, { subject, cap: full - 1n });
    await t.startWorker();
    await generateStage(t.ctx, { sessionId: id, stage: "thesis" });
    await t.paused(id);
    expect(t.provider.timesAsked()).toBe(0);
    await changeBudget(t.ctx, { subject, cap: full });
    await t.reach(id, "awaiting_feedback");
    expect(await t.balance()).toBe(full * 99n);
  });

  it("needs one approval if it exceeds the approval share; its retries and continuations need no further approval", async () => {
    const [first = "", ...rest] = wholeThesis;
    await using t = await setup(
      engine,
      (count) => {
        if (count === 1) return { pieces: [], status: 503 };
        return count === 2 ? { pieces: [first], finish: "length" } : { pieces: rest };
      },
      full * 4n,
    );
    await t.startWorker();
    const session = await t.thesis();
    await t.paused(session.id);
    expect(t.provider.timesAsked()).toBe(0);
    const [wait] = await listWaits(t.ctx);
    expect(wait).toMatchObject({ reason: "approval" });
    await approve(t.ctx, { jobId: wait?.jobId as JobId, amount: wait?.amount ?? 0n });
    await t.reach(session.id, "awaiting_feedback");
    expect(t.provider.timesAsked()).toBe(3);
    const asked = await t.read(sql`select from events where owner_id = ${t.userId} and kind = 'job.paused'`);
    expect(asked).toHaveLength(1);
    expect(await t.balance()).toBe(full * 2n);
  });

  it("is recorded without a charge if the model is free", async () => {
    await using t = await setup(engine, () => ({ pieces: [] }), 0n);
    await t.startWorker();
    const session = await t.session({ brief: "A pop-up.", models: ["rehearsal/atlas"], start: true });
    await t.reach(session.id, "awaiting_feedback");
    expect(await t.calls()).toMatchObject([{ outcome: "answered", cost: 0n }]);
    expect(await t.transactions()).toEqual([]);
  });

  it("streams its text in batches", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word ${index} `);
    await using t = await setup(engine, () => ({ pieces: [...words, ...wholeThesis], pauseMs: 15 }), 50_000n);
    await t.startWorker();
    const session = await t.thesis();
    await t.reach(session.id, "awaiting_feedback");
    const told = await t.read(sql<{ from: number; text: string }>`
      select (data ->> 'from')::int as from, data ->> 'text' as text from events
      where owner_id = ${t.userId} and kind = 'text.streamed' order by seq`);
    const [written = ""] = await t.texts();
    expect(told.length).toBeGreaterThan(1);
    expect(told.length).toBeLessThan(words.length / 2);
    expect(told.every(({ from, text }) => written.slice(from, from + text.length) === text)).toBe(true);
    expect(told[0]?.from).toBe(0);
  });
});

describe.each(engines)("fifty calls with money for twenty on %s", (engine) => {
  it("end as twenty answers and thirty paused jobs, and never make the balance negative", async () => {
    await using t = await setup(engine, () => ({ pieces: wholeThesis, pauseMs: 2 }), full * 20n);
    const sessions = [];
    for (let index = 0; index < 50; index++) sessions.push(await t.thesis(`Plan number ${index} for a pop-up.`));
    await t.startWorker();
    for (const { id } of sessions) await t.reach(id, "awaiting_feedback", "paused");
    expect(t.provider.timesAsked()).toBe(20);
    expect(await t.texts()).toHaveLength(20);
    expect(await t.transactions()).toEqual(Array(20).fill("charge"));
    expect(await getBalance(t.ctx)).toEqual({ balance: 0n, held: 0n, free: 0n });
    expect(await t.audit()).toEqual([]);
  });
});

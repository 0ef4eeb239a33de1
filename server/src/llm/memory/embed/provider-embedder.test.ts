import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createJobKinds, createWorker } from "#jobs";
import { createLog } from "#platform";
import {
  type EmbeddingProvider,
  engines,
  startEmbeddingProvider,
  type TestDatabase,
  testDatabase,
  vectorOf,
} from "#test";
import { approveWait, auditWallets, getBalance, listWaits, sweepWaits, topUp } from "#wallet";
import type { MemoryCtx } from "../ctx.ts";
import { indexText } from "../indexing/index-text.ts";
import { addOwner, type Owner } from "../memory.fixture.ts";
import { measureNearness } from "../search/measure-nearness.ts";
import { searchMemory } from "../search/search-memory.ts";
import { catchUp } from "./catch-up.ts";
import { createProviderEmbedder } from "./create-provider-embedder.ts";
import type { LocalEmbedder, ProviderEmbedder } from "./embedder.ts";
import { enqueueDue } from "./enqueue-due.ts";
import { indexJob } from "./index.job.ts";

const sentences = [
  "The visitors will be driven to the fair by coach.",
  "Our oven is broken and the baker is on holiday.",
  "Invoices are due within thirty days.",
];
const words = 10 + 10 + 6;
const question = { questions: ["guests travel"] };

describe.each(engines)("memory with a paid embedding model, on %s", (engine) => {
  let t: TestDatabase;
  let provider: EmbeddingProvider;
  let embedded: LocalEmbedder;
  let embedder: ProviderEmbedder;
  let dataDir: string;
  beforeAll(async () => {
    t = await testDatabase(engine);
    provider = await startEmbeddingProvider();
    dataDir = mkdtempSync(join(tmpdir(), "dialectic-vectors-"));
    writeFileSync(join(dataDir, "providers.json"), JSON.stringify([{ name: "paid", baseUrl: `${provider.url}/v1` }]));
    // Each token costs a millionth of a dollar.
    const vectors = { id: "paid/vectors", contextWindow: 2_000, dimensions: 768, price: 1_000_000 };
    writeFileSync(join(dataDir, "models.json"), JSON.stringify({ models: [], embeddings: [vectors] }));
    // Replaces the built-in model, which takes 32 megabytes of memory. Its vectors differ in length from the provider's.
    embedded = {
      model: "embedded/words",
      embed: async (texts) => texts.map((text) => vectorOf(text, 512)),
      close: async () => {},
    };
  });
  beforeEach(() => {
    Object.assign(provider.state, { asked: 0, texts: [], refuse: 0 });
    const tools = { models: { env: {}, dataDir }, approvalShare: 100, retryWindowMs: 900_000 };
    embedder = createProviderEmbedder({ model: "paid/vectors", tools, log: createLog("silent"), before: embedded });
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await t[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (units = 0n): Promise<Owner & MemoryCtx> => {
    // Closes the circuit breaker, which a test with a failing provider leaves open.
    await t.database.asOwner((db) => sql`delete from rate_limits`.execute(db));
    const owner = await addOwner(t.database);
    if (units > 0n) await topUp(owner, { amount: units, key: "first" });
    return { ...owner, embedder };
  };
  async function work(ctx: MemoryCtx): Promise<string[]> {
    const kinds = createJobKinds([indexJob({ embedder: ctx.embedder })]);
    const worker = createWorker({ database: t.database, kinds, log: createLog("silent") });
    await worker.start();
    await worker.idle();
    await worker.stop();
    const { rows } = await ctx.db.tx((db) => sql<{ status: string }>`select status from jobs order by id`.execute(db));
    return rows.map(({ status }) => status);
  }
  const indexAll = async (ctx: MemoryCtx) => {
    for (const [n, text] of sentences.entries()) await indexText(ctx, { key: `s${n}`, kind: "text", text });
  };
  const calls = async (ctx: MemoryCtx) => {
    const { rows } = await ctx.db.tx((db) =>
      sql<{ outcome: string; cost: number }>`
        select outcome, cost::int as cost from model_calls where model = 'paid/vectors' order by at`.execute(db),
    );
    return rows;
  };

  it("pays once for each text, and finds texts by their meaning", async () => {
    const ctx = await start(1_000n);
    await indexAll(ctx);
    expect(await work(ctx)).toEqual(Array(3).fill("completed"));
    expect(await getBalance(ctx)).toEqual({ balance: BigInt(1_000 - words), held: 0n, free: BigInt(1_000 - words) });
    expect((await calls(ctx)).map(({ cost }) => cost).sort()).toEqual([10, 10, 6]);

    const [hit] = await searchMemory(ctx, question);
    expect(hit).toMatchObject({ source: "s0", scores: { bm25: null } });
    expect(hit?.scores.cosine).toBeGreaterThan(0.3);
    expect(await getBalance(ctx)).toMatchObject({ balance: BigInt(1_000 - words - 2) });
    await searchMemory(ctx, question);

    // Repeating the question, indexing a copy of an embedded text and checking for missing work cost nothing.
    await indexText(ctx, { key: "copy", kind: "text", text: `${sentences[0]}` });
    await catchUp(t.database, { model: embedder.model });
    expect(await work(ctx)).toEqual(Array(4).fill("completed"));
    expect(await getBalance(ctx)).toMatchObject({ balance: BigInt(1_000 - words - 2), held: 0n });
    expect(await ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("pauses without funds, searches by words in the meantime, and resumes after a top-up", async () => {
    const ctx = await start();
    await indexAll(ctx);
    expect(await work(ctx)).toEqual(Array(3).fill("paused"));
    expect(provider.state.asked).toBe(0);
    expect((await searchMemory(ctx, { questions: ["coach"] }))[0]).toMatchObject({ source: "s0" });
    const { rows: notifications } = await ctx.db.tx((db) =>
      sql`select from notifications where kind = 'funds.short'`.execute(db),
    );
    expect(notifications).toHaveLength(1);
    await topUp(ctx, { amount: 60n, key: "second" });
    await sweepWaits(t.database);
    expect(await work(ctx)).toEqual(Array(3).fill("completed"));
    expect(await getBalance(ctx)).toMatchObject({ balance: BigInt(60 - words), held: 0n });
    // The remaining money does not cover a long question.
    const asked = provider.state.asked;
    const [hit] = await searchMemory(ctx, { questions: [`coach ${"anything at all ".repeat(30)}`] });
    expect(hit).toMatchObject({ source: "s0", scores: { cosine: null } });
    expect(provider.state.asked).toBe(asked);
  });

  it("pays nothing if the provider fails, and searches by words", async () => {
    const ctx = await start(1_000n);
    await indexAll(ctx);
    await work(ctx);
    provider.state.refuse = 500;
    const before = await getBalance(ctx);
    expect((await searchMemory(ctx, { questions: ["the coach"] }))[0]).toMatchObject({ scores: { cosine: null } });
    expect(await getBalance(ctx)).toEqual(before);
    expect((await calls(ctx)).at(-1)).toMatchObject({ outcome: "failed", cost: 0 });
  });

  it("uses the built-in model until the paid model takes over, and can be switched back", async () => {
    const ctx = await start();
    const free = { ...ctx, embedder: embedded };
    await indexAll(free);
    await work(free);
    const meaning = { questions: ["How do guests travel there?"] };
    expect(await catchUp(t.database, { model: embedder.model })).toBeGreaterThanOrEqual(3);
    await work(ctx);
    // No embeddings are paid for yet: searches use the built-in model's vectors, at no cost.
    expect((await searchMemory(ctx, meaning))[0]?.scores.cosine).toBeGreaterThan(0.15);
    expect(provider.state.asked).toBe(0);
    await topUp(ctx, { amount: 1_000n, key: "second" });
    await sweepWaits(t.database);
    await work(ctx);
    const { rows } = await ctx.db.tx((db) =>
      sql`select model, vector_dims(embedding) as dimensions, count(*)::int as n from memory_embeddings group by 1, 2`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ model: "paid/vectors", dimensions: 768, n: 3 }]);
    expect((await searchMemory(ctx, { ...question, diverse: true }))[0]?.source).toBe("s0");
    expect((await searchMemory(free, { questions: ["coach"] }))[0]?.scores.cosine).toBeNull();
    await catchUp(t.database, { model: embedded.model });
    await work(free);
    expect((await searchMemory(free, meaning))[0]?.source).toBe("s0");
  });

  it("asks for approval if a call would use a large share of the wallet", async () => {
    const tools = { models: { env: {}, dataDir }, approvalShare: 20, retryWindowMs: 900_000 };
    embedder = createProviderEmbedder({ model: "paid/vectors", tools, log: createLog("silent"), before: embedded });
    const ctx = await start(60n);
    await indexText(ctx, { key: "s0", kind: "text", text: sentences[0] ?? "" });
    expect(await work(ctx)).toEqual(["paused"]);
    const [wait] = await listWaits(ctx);
    if (!wait) throw new Error("Nothing waits.");
    await approveWait(ctx, { jobId: wait.jobId });
    expect(await work(ctx)).toEqual(["completed"]);
    expect(await getBalance(ctx)).toMatchObject({ balance: 50n, held: 0n });
  });

  it("catches up for all users, and enqueues only missing work", async () => {
    const [one, other] = [await start(1_000n), await start(1_000n)];
    for (const ctx of [one, other]) await indexText({ ...ctx, embedder: null }, { key: "a", kind: "text", text: "A." });
    const due = await catchUp(t.database, { model: embedder.model });
    expect(due).toBeGreaterThanOrEqual(2);
    expect(await work(one)).toEqual(["completed"]);
    expect(await work(other)).toEqual(["completed"]);
    expect(
      await one.db.tx((db) => sql`select from memory_sources where embedded_as = 'paid/vectors'`.execute(db)),
    ).toMatchObject({ rows: [{}] });
  });

  it("pays nothing for parts of prompts, because only the free built-in model embeds them", async () => {
    const ctx = await start(1_000n);
    await indexText(ctx, { key: "s0", kind: "text", text: sentences[0] ?? "" });
    await indexText(ctx, { key: "p", kind: "part", text: "A part of a prompt.", projectId: ctx.projectId });
    expect(await ctx.db.tx((db) => enqueueDue(db, { model: embedder.model }))).toBe(1);
    expect(await work(ctx)).toEqual(["completed"]);
    expect(await getBalance(ctx)).toMatchObject({ balance: 990n });
    // The paid model takes over although it has not embedded the part.
    const model = ctx.db.tx((db) => sql`select model from memory_models`.execute(db));
    expect(await model).toMatchObject({ rows: [{ model: "paid/vectors" }] });
    // The part of the prompt gets its vector from the built-in model, which is free.
    const free = { ...ctx, embedder: embedded };
    expect(await ctx.db.tx((db) => enqueueDue(db, { model: embedded.model }))).toBe(2);
    await work(free);
    const near = await measureNearness(free, { projectId: ctx.projectId, keys: ["p"], question: "A prompt" });
    expect(near?.get("p")).toBeGreaterThan(0.1);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJobKinds, createWorker } from "#jobs";
import { createLog } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import type { MemoryCtx } from "../ctx.ts";
import { indexText } from "../indexing/index-text.ts";
import { setLanguage } from "../indexing/set-language.ts";
import { addOwner, type Owner } from "../memory.fixture.ts";
import { searchMemory } from "../search/search-memory.ts";
import { createUseLite } from "./create-use-lite.ts";
import type { LocalEmbedder } from "./embedder.ts";
import { enqueueDue } from "./enqueue-due.ts";
import { indexJob } from "./index.job.ts";

const sentences = [
  "The visitors will be driven to the fair by coach.",
  "Our oven is broken and the baker is on holiday.",
  "Invoices are due within thirty days.",
];

it("the built-in model embeds a text once if several callers request it at the same time", async () => {
  const useLite = createUseLite({ remembered: 0 });
  const [first, second] = await Promise.all([useLite.embed(["A ferry."]), useLite.embed(["A quay.", "A ferry."])]);
  expect(second[1]).toBe(first[0]);
  expect(second[0]).not.toEqual(first[0]);
  expect(await useLite.embed(["A ferry."])).toEqual(first);
  await useLite.close();
});

describe.each(engines)("the index job on %s", (engine) => {
  let t: TestDatabase;
  let embedder: LocalEmbedder;
  let texts: string[];
  beforeAll(async () => {
    t = await testDatabase(engine);
    const useLite = createUseLite();
    embedder = {
      ...useLite,
      embed(asked) {
        texts.push(...asked);
        return useLite.embed(asked);
      },
    };
  });
  afterAll(async () => {
    await embedder.close();
    await t[Symbol.asyncDispose]();
  });

  const start = async (): Promise<Owner & MemoryCtx> => {
    texts = [];
    return { ...(await addOwner(t.database)), embedder };
  };
  /** Runs all jobs with a real worker, and returns their outcomes. */
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
  const vectorsBy = async (ctx: MemoryCtx) => {
    const { rows } = await ctx.db.tx((db) =>
      sql<{
        model: string;
        n: number;
      }>`select model, count(*)::int as n from memory_vectors group by model order by model`.execute(db),
    );
    return Object.fromEntries(rows.map(({ model, n }) => [model, n]));
  };
  const question = { questions: ["How do guests travel there?"] };

  it("embeds texts in the background; before it has run, searches find them by words", async () => {
    const ctx = await start();
    await indexAll(ctx);
    expect(await searchMemory(ctx, question)).toEqual([]);
    expect(await searchMemory(ctx, { questions: ["coach"] })).toHaveLength(1);
    expect(texts).toEqual([]);
    expect(await work(ctx)).toEqual(["completed", "completed", "completed"]);
    const [hit] = await searchMemory(ctx, question);
    expect(hit).toMatchObject({ source: "s0", scores: { bm25: null, window: null } });
    expect(hit?.scores.cosine).toBeGreaterThan(0.15);
    expect(await searchMemory(ctx, { ...question, method: "window" })).toEqual([]);
  });

  it("embeds equal content only once, however often it is indexed or the job runs", async () => {
    const ctx = await start();
    await indexAll(ctx);
    await work(ctx);
    expect(texts).toHaveLength(3);
    await indexText(ctx, { key: "copy", kind: "text", text: sentences[0] ?? "" });
    await indexText(ctx, { key: "s1", kind: "text", text: `# Kitchen\n\n${sentences[1]}` });
    await work(ctx);
    expect(texts).toHaveLength(4);
    expect(await vectorsBy(ctx)).toEqual({ "embedded/use-lite": 4 });
    await ctx.db.tx((db) => enqueueDue(db, { model: embedder.model }));
    expect(await work(ctx)).toHaveLength(5);
  });

  it("switches to another model when every passage has its vector, and uses the old model until then", async () => {
    const old = await start();
    await indexAll(old);
    await work(old);
    // The same numbers in reverse simulate another model, whose vectors the first model cannot use.
    const embed: LocalEmbedder["embed"] = async (asked) =>
      (await embedder.embed(asked)).map((numbers) => numbers.toReversed());
    const ctx = { ...old, embedder: { ...embedder, model: "test/reversed", embed } };
    await indexText(ctx, { key: "new", kind: "text", text: "A text that came with the new model." });
    await work(ctx);
    expect(await vectorsBy(ctx)).toEqual({ "embedded/use-lite": 3, "test/reversed": 1 });
    expect((await searchMemory(old, question))[0]?.source).toBe("s0");
    expect(await searchMemory(ctx, { questions: ["coach"] })).toHaveLength(1);
    expect(await ctx.db.tx((db) => enqueueDue(db, { model: "test/reversed" }))).toBe(3);
    await work(ctx);
    expect(await vectorsBy(ctx)).toEqual({ "test/reversed": 4 });
    expect((await searchMemory(ctx, question))[0]?.source).toBe("s0");
    expect((await searchMemory(old, { questions: ["coach"] }))[0]?.scores.cosine).toBeNull();
    // Switching back also works, although the same jobs have already run.
    await old.db.tx((db) => enqueueDue(db, { model: embedder.model }));
    await work(old);
    expect(await vectorsBy(old)).toEqual({ "embedded/use-lite": 4 });
  });

  it("stems words again when a project's language changes, and keeps passages and vectors", async () => {
    const ctx = await start();
    const { projectId } = ctx;
    await indexText(ctx, { key: "de", kind: "text", text: "Die Häuser stehen am Hafen.", projectId });
    await work(ctx);
    const find = (word: string) => searchMemory(ctx, { questions: [word], scope: { projectId }, method: "window" });
    expect(await find("Haus")).toEqual([]);
    await setLanguage(ctx, { projectId, language: "german" });
    await work(ctx);
    expect((await find("Haus"))[0]).toMatchObject({ source: "de", text: "Die Häuser stehen am Hafen." });
    expect(texts).toHaveLength(1);
    expect(await vectorsBy(ctx)).toEqual({ "embedded/use-lite": 1 });
  });

  it("does nothing if the project was deleted meanwhile, and nothing of the project remains", async () => {
    const ctx = await start();
    const { projectId } = ctx;
    await indexText(ctx, { key: "a", kind: "text", text: sentences[0] ?? "", projectId });
    await indexText(ctx, { key: "b", kind: "text", text: sentences[1] ?? "" });
    await work(ctx);
    await indexText(ctx, { key: "c", kind: "text", text: sentences[2] ?? "", projectId });
    await ctx.db.tx((db) => sql`select delete_project(${projectId})`.execute(db));
    expect(await work(ctx)).toEqual(["completed", "completed", "completed"]);
    const { rows } = await ctx.db.tx((db) =>
      sql`select (select count(*) from memory_passages)::int as passages, (select count(*) from memory_embeddings)::int as embeddings`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ passages: 1, embeddings: 1 }]);
  });

  it("never shows a user's passages to another user, even if both index the same text", async () => {
    const mine = await start();
    await indexAll(mine);
    await work(mine);
    const stranger = await start();
    expect(await searchMemory(stranger, question)).toEqual([]);
    await indexText(stranger, { key: "s0", kind: "text", text: sentences[0] ?? "" });
    await work(stranger);
    expect(texts).toHaveLength(1);
    expect(await searchMemory(stranger, { ...question, method: "vectors" })).toHaveLength(1);
  });
});

import type { ModelEntry } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinTransaction } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import type { ModelsCtx } from "../ctx.ts";
import { addModel, listModelsFor, priceOf, removeModel, setProviderKey, settingsFor, termsOf } from "../index.ts";
import { settingsOf } from "../providers/settings.fixture.ts";

const figures = { about: "", contextWindow: 9_000, maxOutputTokens: 1_000, tokenizer: "unknown", api: "chat" as const };
const prices = {
  input: 1_000_000,
  cachedInput: 1_000_000,
  cacheWrite: 1_000_000,
  output: 2_000_000,
  reasoning: 2_000_000,
};
const paid: ModelEntry = { ...figures, id: "openai/gpt-5", free: false, prices };
const free: ModelEntry = { ...figures, id: "ollama/own", free: true };

describe.each(engines)("a user's own models on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const newUser = async (models: ModelsCtx["models"] = settingsOf({})): Promise<ModelsCtx> => ({
    db: t.database.as(await addUser(t.database)),
    models,
  });
  const find = async (ctx: ModelsCtx, id: string) => (await listModelsFor(ctx)).find((model) => model.id === id);

  it("can be read inside the caller's transaction, as in a request with an idempotency key", async () => {
    const { db, models } = await newUser();
    const settings = await db.tx((tx) => settingsFor(joinTransaction(tx, db.userId), models));
    expect(settings.own?.models).toEqual([]);
  });

  it("take precedence over models.json, and models.json over shipped models, for this user only", async () => {
    const ctx = await newUser(settingsOf({ models: [{ ...paid, contextWindow: 5_000 }] }));
    expect(await find(ctx, paid.id)).toMatchObject({ contextWindow: 5_000, source: "file", noted: null });
    const added = await addModel(ctx, paid);
    expect(added).toMatchObject({ contextWindow: 9_000, source: "own", prices });
    expect(added.noted).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await find(ctx, paid.id)).toEqual(added);
    expect(priceOf(termsOf(paid.id, await settingsFor(ctx.db, ctx.models)).prices, usage)).toBe(3n);
    const stranger = await newUser(ctx.models);
    expect(await find(stranger, paid.id)).toMatchObject({ contextWindow: 5_000, source: "file" });
    await expect(removeModel(stranger, { id: paid.id })).rejects.toMatchObject({ code: "not_found" });
    await removeModel(ctx, { id: paid.id });
    expect(await find(ctx, paid.id)).toMatchObject({ contextWindow: 5_000, source: "file" });
    await expect(removeModel(ctx, { id: paid.id })).rejects.toMatchObject({ code: "not_found" });
  });
  const usage = { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };

  it("are replaced if the user adds them again", async () => {
    const ctx = await newUser();
    await addModel(ctx, free);
    await addModel(ctx, { ...free, contextWindow: 20_000 });
    expect((await listModelsFor(ctx)).filter((model) => model.id === free.id)).toMatchObject([
      { contextWindow: 20_000 },
    ]);
  });

  it("are refused and not listed if they have no price and are not free", async () => {
    const ctx = await newUser();
    const { prices: _, ...unpriced } = paid;
    await expect(addModel(ctx, unpriced)).rejects.toMatchObject({ code: "unknown_price" });
    await expect(addModel(ctx, { ...free, id: "rehearsal/own" })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await listModelsFor(ctx)).some((model) => model.source === "own")).toBe(false);
  });

  it("cannot lower the price of calls that use the server operator's key", async () => {
    const env = { OPENAI_API_KEY: "key-of-the-server", DIALECTIC_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
    const ctx = await newUser({ ...settingsOf({ env }), isShared: true });
    const entry = { ...free, id: "openai/mine" };
    expect(await addModel(ctx, entry)).toMatchObject({
      ready: false,
      why: expect.stringMatching(/operator of this server/),
    });
    await setProviderKey(ctx, { provider: "openai", key: "a-key-of-my-own" });
    expect(await find(ctx, entry.id)).toMatchObject({ ready: true });
    const alone = await newUser(settingsOf({ env }));
    expect(await addModel(alone, entry)).toMatchObject({ ready: true });
  });
});

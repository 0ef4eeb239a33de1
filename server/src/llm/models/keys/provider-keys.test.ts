import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rehearsedSettings } from "#rehearsed";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import type { ModelsCtx } from "../ctx.ts";
import {
  listModelsFor,
  listProviderKeys,
  type ModelSettings,
  removeProviderKey,
  requireModel,
  setProviderKey,
  settingsFor,
} from "../index.ts";
import { readProviders } from "../providers/providers.ts";

const newKey = () => randomBytes(32).toString("base64");
const planted = "planted-key-0123456789-wXyZ";

describe.each(engines)("provider keys on %s", (engine) => {
  let t: TestDatabase;
  const master = newKey();
  const base: ModelSettings = { ...rehearsedSettings, env: { DIALECTIC_SECRET_KEY: master }, isShared: true };
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const newUser = async (models: ModelSettings = base): Promise<ModelsCtx> => ({
    db: t.database.as(await addUser(t.database)),
    models,
  });
  const keyOf = async (ctx: ModelsCtx, provider = "openai") =>
    readProviders(await settingsFor(ctx.db, ctx.models)).get(provider);
  const rows = async (ctx: ModelsCtx) => {
    const found = await t.database.asOwner((db) =>
      sql<{ row: string; ciphertext: string; id: string }>`
        select p::text as row, encode(ciphertext, 'escape') as ciphertext, master_key_id as id
        from provider_keys p
        where owner_id = ${ctx.db.userId}
      `.execute(db),
    );
    return found.rows;
  };

  it("are encrypted before they are stored, and decrypt for their owner", async () => {
    const ctx = await newUser();
    const stored = await setProviderKey(ctx, { provider: "openai", key: ` ${planted}\n` });
    expect(stored).toMatchObject({ provider: "openai", hint: "wXyZ", source: "stored", problem: null });
    expect(await keyOf(ctx)).toMatchObject({ key: planted, keySource: "stored" });
    const [row] = await rows(ctx);
    expect(`${row?.row} ${row?.ciphertext}`).not.toContain("planted");
    expect(JSON.stringify(await listProviderKeys(ctx))).not.toContain("planted");
  });

  it("take precedence over the environment's keys for their owner, until they are removed", async () => {
    const models = { ...base, env: { ...base.env, OPENAI_API_KEY: "key-of-the-server-0123456789" } };
    const [ctx, stranger] = [await newUser(models), await newUser(models)];
    await setProviderKey(ctx, { provider: "openai", key: "an-earlier-key-of-mine" });
    await setProviderKey(ctx, { provider: "openai", key: planted });
    expect(await keyOf(ctx)).toMatchObject({ key: planted, keySource: "stored" });
    expect(await keyOf(stranger)).toMatchObject({ key: "key-of-the-server-0123456789", keySource: "environment" });
    // Users see that the server has a key, but no part of it.
    const listed = { provider: "openai", hint: null, source: "environment", problem: null, createdAt: null };
    expect(await listProviderKeys(stranger)).toEqual([listed]);
    await expect(removeProviderKey(stranger, { provider: "openai" })).rejects.toMatchObject({ code: "not_found" });
    await removeProviderKey(ctx, { provider: "openai" });
    expect(await listProviderKeys(ctx)).toEqual([listed]);
  });

  it("do not decrypt in the row of another owner or provider", async () => {
    const [ctx, thief] = [await newUser(), await newUser()];
    await setProviderKey(ctx, { provider: "openai", key: planted });
    await t.database.asOwner(async (db) => {
      for (const provider of ["openai", "google"]) {
        await sql`
          insert into provider_keys (owner_id, provider, ciphertext, master_key_id)
          select ${thief.db.userId}, ${provider}, ciphertext, master_key_id
          from provider_keys
          where owner_id = ${ctx.db.userId}
        `.execute(db);
      }
      await sql`
        insert into provider_keys (owner_id, provider, ciphertext, master_key_id)
        select owner_id, 'google', ciphertext, master_key_id
        from provider_keys
        where owner_id = ${ctx.db.userId}
      `.execute(db);
    });
    for (const [who, provider] of [
      [thief, "openai"],
      [thief, "google"],
      [ctx, "google"],
    ] as const) {
      expect(await keyOf(who, provider)).toMatchObject({
        key: undefined,
        keyProblem: expect.stringMatching(/damaged/),
      });
    }
    expect(await keyOf(ctx)).toMatchObject({ key: planted });
  });

  it("are encrypted again with a new master key when they are used, and then no longer need the old master key", async () => {
    const ctx = await newUser();
    await setProviderKey(ctx, { provider: "openai", key: planted });
    const [before] = await rows(ctx);
    const fresh = newKey();
    const both = { ...ctx, models: { ...base, env: { DIALECTIC_SECRET_KEY: `${fresh},${master}` } } };
    expect(await keyOf(both)).toMatchObject({ key: planted });
    const [after] = await rows(ctx);
    expect(after?.id).not.toBe(before?.id);
    expect(await keyOf(both)).toMatchObject({ key: planted });
    expect(await rows(ctx)).toEqual([after]);
    expect(await keyOf({ ...ctx, models: { ...base, env: { DIALECTIC_SECRET_KEY: fresh } } })).toMatchObject({
      key: planted,
    });
    expect(await keyOf(ctx)).toMatchObject({ key: undefined, keyProblem: expect.stringMatching(/master key/) });
  });

  it.each([
    ["lost", {}, /master key that encrypted it is missing/],
    ["a different one", { DIALECTIC_SECRET_KEY: newKey() }, /master key that encrypted it is missing/],
    ["invalid", { DIALECTIC_SECRET_KEY: "short" }, /must hold 32 bytes/],
  ])(
    "are listed with the problem if the master key is %s; no other key is used instead, and other models stay usable",
    async (_, env, why) => {
      const ctx = await newUser();
      await setProviderKey(ctx, { provider: "ollama", key: planted });
      await setProviderKey(ctx, { provider: "openai", key: planted });
      const without = { ...ctx, models: { ...base, env: { ...env, OPENAI_API_KEY: "key-of-the-server-0123456789" } } };
      const settings = await settingsFor(without.db, without.models);
      expect(() => requireModel("ollama/any", settings)).toThrow(
        expect.objectContaining({ code: "model_not_ready", message: expect.stringMatching(why) }),
      );
      expect(readProviders(settings).get("openai")).toMatchObject({ key: undefined, keySource: "stored" });
      expect(requireModel("rehearsal/atlas", settings).ready).toBe(true);
      expect(await listProviderKeys(without)).toMatchObject([
        { provider: "ollama", source: "stored", problem: expect.stringMatching(why) },
        { provider: "openai", source: "stored", problem: expect.stringMatching(why) },
      ]);
      expect((await listModelsFor(without)).some((model) => model.ready)).toBe(true);
    },
  );

  it("are refused, and not quoted, if the key is invalid, the provider unknown or the master key missing", async () => {
    const ctx = await newUser();
    for (const key of ["", "short", "with a blank in it", "ünprintable-key"]) {
      const refusal = setProviderKey(ctx, { provider: "openai", key });
      await expect(refusal).rejects.toMatchObject({ code: "invalid_input" });
      await expect(refusal).rejects.not.toThrow(key === "" ? "undefined" : key);
    }
    await expect(setProviderKey(ctx, { provider: "opanai", key: planted })).rejects.toThrow("Did you mean openai?");
    await expect(setProviderKey(ctx, { provider: "rehearsal", key: planted })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const bare = { ...ctx, models: { ...base, env: {} } };
    await expect(setProviderKey(bare, { provider: "openai", key: planted })).rejects.toMatchObject({
      code: "no_master_key",
    });
    expect(await rows(ctx)).toEqual([]);
  });
});

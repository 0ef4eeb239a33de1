import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { sharedJobs } from "../jobs.fixture.ts";
import type { LimitKey } from "./limits.store.ts";
import { bucketOf, startStory, takeAt } from "./rates.fixture.ts";
import { correctRate, holdOff, type LearnedRate, learnRate, setRateLimit, takeRate } from "./rates.ts";

describe.each(engines)("the rate limiter on %s", (engine) => {
  const setup = sharedJobs(engine);

  async function opened() {
    const t = await setup();
    return {
      ...t,
      limit: (key: LimitKey, requestsPerMinute: number | null, tokensPerMinute: number | null = null) =>
        setRateLimit(t.database, { key, requestsPerMinute, tokensPerMinute }),
      take: (model: string, tokens = 0) => t.tx((db) => takeRate(db, { model, tokens })),
      correct: (reserved: number, used: number) => t.tx((db) => correctRate(db, { model: "acme/one", reserved, used })),
      learn: (learned: Omit<LearnedRate, "heardAt">, ageMs = 0) =>
        t.tx((db) => learnRate(db, { model: "acme/one", learned: { ...learned, heardAt: Date.now() - ageMs } })),
      bucket: () => bucketOf(t.database, "acme/one"),
      rows: async () => (await t.database.asOwner((db) => sql`select key from rate_limits`.execute(db))).rows,
    };
  }

  it("writes no row if no limit is known", async () => {
    const t = await opened();
    expect(await t.take("acme/one", 1e9)).toEqual({ ok: true });
    await t.correct(5, 7);
    await t.learn({ requests: { remaining: 3 } });
    expect(await t.rows()).toEqual([]);
  });

  it("takes capacity from both the model and its provider, or from neither", async () => {
    const t = await opened();
    await t.limit("provider:acme", 20);
    await t.limit("model:acme/one", 1);
    await startStory(t.database);
    const take = (model: string) => takeAt(t.database, model, 0, 0);
    expect([await take("acme/one"), await take("acme/one")]).toEqual([0, 60_000]);
    // The refused call took nothing from the provider: its second request is still available to another model.
    expect([await take("acme/two"), await take("acme/two")]).toEqual([0, 3_158]);
    expect(await take("other/one")).toBe(0);
  });

  it("returns how long to wait, by the database's clock", async () => {
    const t = await opened();
    await t.limit("model:acme/one", 1);
    expect(await t.take("acme/one")).toEqual({ ok: true });
    const refused = await t.take("acme/one");
    expect(!refused.ok && refused.waitMs).toBeGreaterThan(20_000);
    expect(!refused.ok && refused.waitMs).toBeLessThanOrEqual(60_000);
  });

  it("returns unused tokens, counts excess usage, and never exceeds a full bucket", async () => {
    const t = await opened();
    await t.limit("model:acme/one", null, 10_000);
    await t.take("acme/one", 9_000);
    expect((await t.bucket())?.wait).toBeGreaterThan(20_000);
    await t.correct(9_000, 100);
    expect((await t.bucket())?.wait).toBe(0);
    await t.correct(0, 7_000);
    expect((await t.bucket())?.wait).toBeGreaterThan(10_000);
    await t.correct(9_000_000, 0);
    await t.correct(9_000_000, 0);
    await t.take("acme/one", 9_000);
    expect(await t.take("acme/one", 1)).toMatchObject({ ok: false });
    await t.correct(0, 9_000_000);
    await t.correct(0, 9_000_000);
    expect((await t.bucket())?.wait).toBeLessThanOrEqual(66_668); // the debt is capped
  });

  it("lets a provider tighten the limit that we set but never loosen it, and applies its newest report", async () => {
    const t = await opened();
    await t.learn({ requests: { limit: 500 }, tokens: { limit: 80_000 } });
    expect(await t.bucket()).toMatchObject({ requests: 500, tokens: 80_000 });
    await t.limit("model:acme/one", 100);
    expect(await t.bucket()).toMatchObject({ requests: 100, tokens: 80_000 });
    await t.learn({ requests: { limit: 60 } });
    expect(await t.bucket()).toMatchObject({ requests: 60, tokens: 80_000 });
    await t.learn({ requests: { limit: 9_000 }, tokens: { limit: 90_000 } });
    expect(await t.bucket()).toMatchObject({ requests: 100, tokens: 90_000 });
    await t.limit("model:acme/one", null);
    expect(await t.bucket()).toMatchObject({ requests: 9_000, tokens: 90_000 });
  });

  it("keeps a bucket unchanged when the provider reports only a limit, or only what remains in the other bucket", async () => {
    const t = await opened();
    await t.limit("model:acme/one", 600, 600_000);
    await t.learn({ requests: { limit: 500 } });
    expect(await t.bucket()).toMatchObject({ left: 50, wait: 0 });
    await t.learn({ requests: { limit: 500, remaining: 499 } });
    expect(await t.bucket()).toMatchObject({ left: 50, wait: 0 });
    await t.learn({ tokens: { limit: 500_000, remaining: 499_000 } });
    expect(await t.bucket()).toMatchObject({ left: 50, wait: 0 });
  });

  it("lowers a bucket to what the provider reports as remaining plus the refill since then, and never raises it", async () => {
    const t = await opened();
    const missing = async () =>
      (await t.database.asOwner((db) => sql`select requests_missing, tokens_missing from rate_limits`.execute(db)))
        .rows;
    const early = -3_600_000; // reported by a clock that is ahead: nothing has been refilled since
    await t.learn({ requests: { limit: 600, remaining: 5 } }, early);
    expect(await missing()).toEqual([{ requests_missing: 55, tokens_missing: 0 }]);
    await t.learn({ requests: { limit: 600, remaining: 300 } }, early);
    await t.learn({ requests: { limit: 600, remaining: 0 } }, 60_000); // a minute ago: refilled since
    expect(await missing()).toEqual([{ requests_missing: 55, tokens_missing: 0 }]);
    await t.learn({ tokens: { limit: 600_000, remaining: 0 } }, early);
    expect(await missing()).toMatchObject([{ tokens_missing: 60_000 }]);
  });

  it("waits at most a minute for the reset of a limit whose window is unknown", async () => {
    const t = await opened();
    await t.learn({ requests: { remaining: 2, resetMs: 30_000 } });
    expect(await t.take("acme/one")).toEqual({ ok: true });
    await t.learn({ requests: { remaining: 0, resetMs: 86_400_000 } });
    const wait = (await t.bucket())?.wait ?? 0;
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  it("holds a model off for all users, for the longest time a provider asked for, at most an hour", async () => {
    const t = await opened();
    const hold = (ms: number) => t.tx((db) => holdOff(db, { model: "acme/one", ms }));
    await hold(-5);
    expect(await t.rows()).toEqual([]);
    await hold(100_000);
    await hold(20_000);
    const refused = await t.take("acme/one", 10);
    expect(!refused.ok && refused.waitMs).toBeGreaterThan(25_000);
    expect(await t.take("acme/two")).toEqual({ ok: true });
    await hold(Number.POSITIVE_INFINITY);
    expect((await t.bucket())?.wait).toBeLessThanOrEqual(3_600_000);
    await t.tx((db) => holdOff(db, { model: "acme/two", until: new Date(Date.now() + 100_000) }));
    expect(await t.take("acme/two")).toMatchObject({ ok: false });
    await t.tx((db) => holdOff(db, { model: "acme/three", until: new Date("9999-01-01") }));
    expect((await bucketOf(t.database, "acme/three"))?.wait).toBeLessThanOrEqual(3_600_000);
  });

  it("deletes the row of a key whose limits are removed", async () => {
    const t = await opened();
    await t.limit("provider:acme", 5, 5);
    await t.limit("provider:acme", null, null);
    expect(await t.rows()).toEqual([]);
  });

  it("denies users access to its tables and internal functions", async () => {
    const t = await opened();
    await expect(t.tx((db) => sql`select from rate_limits`.execute(db))).rejects.toThrow(/permission denied/);
    await expect(t.tx((db) => sql`select take_rate_at('{}', 1, clock_timestamp())`.execute(db))).rejects.toThrow(
      /permission denied/,
    );
  });
});

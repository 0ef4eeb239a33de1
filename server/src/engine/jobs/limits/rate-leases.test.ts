import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { cancelJob } from "../control-job.ts";
import { sharedJobs } from "../jobs.fixture.ts";
import type { LimitKey } from "./limits.store.ts";
import { setConcurrencyLimit } from "./limits.ts";
import { holdOff, setRateLimit, takeRate } from "./rates.ts";

describe.each(engines)("leases under rate limits on %s", (engine) => {
  const setup = sharedJobs(engine);

  async function opened() {
    const t = await setup();
    return {
      ...t,
      limit: (key: LimitKey, requestsPerMinute: number | null, tokensPerMinute: number | null = null) =>
        setRateLimit(t.database, { key, requestsPerMinute, tokensPerMinute }),
      take: (model: string, tokens = 0) => t.tx((db) => takeRate(db, { model, tokens })),
      hold: (model: string, ms = 600_000) => t.tx((db) => holdOff(db, { model, ms })),
      models: async () => (await t.lease()).map((job) => job.model).sort(),
    };
  }

  it("skip only the model that is held off", async () => {
    const t = await opened();
    await t.hold("acme/one");
    for (const model of ["acme/one", "acme/two", "acme/one", null]) await t.add({ model });
    await t.add({ kind: "render" });
    expect(await t.models()).toEqual(["acme/two", null, null]);
    expect(await t.models()).toEqual([]);
    await t.database.asOwner((db) => sql`update rate_limits set held_off_until = clock_timestamp()`.execute(db));
    expect(await t.models()).toEqual(["acme/one", "acme/one"]);
  });

  it("skip a model or provider without remaining requests, and take no more jobs than requests remain", async () => {
    const t = await opened();
    await t.limit("provider:acme", 40);
    await t.limit("model:acme/one", 1);
    for (let n = 0; n < 6; n++) for (const model of ["acme/one", "acme/two", "other/one"]) await t.add({ model });
    const leased = await t.lease();
    const count = (model: string) => leased.filter((job) => job.model === model).length;
    expect([count("acme/one"), count("acme/two"), count("other/one")]).toEqual([1, 4, 6]);
    await t.limit("provider:other", 1);
    await t.take("other/one");
    await t.add({ model: "other/two" });
    expect((await t.lease()).filter((job) => job.model === "other/two")).toEqual([]);
  });

  it("skip a model with a token debt", async () => {
    const t = await opened();
    await t.limit("model:acme/one", null, 1_000);
    await t.take("acme/one", 900);
    await t.add({ model: "acme/one" });
    await t.add({ model: "acme/two" });
    expect(await t.models()).toEqual(["acme/two"]);
  });

  it("take over a dead worker's jobs, except those of a model that is held off", async () => {
    const t = await opened();
    const [held, other] = [await t.add({ model: "acme/one" }), await t.add({ model: "acme/two" })];
    await t.lease();
    await t.expire(held);
    await t.expire(other);
    await t.hold("acme/one");
    expect((await t.lease(1)).map((job) => job.id)).toEqual([other]);
    expect(await t.lease()).toEqual([]);
  });

  it("need both a free slot and room under the rate limit", async () => {
    const t = await opened();
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 2 });
    await t.limit("model:acme/one", 100);
    for (let n = 0; n < 4; n++) await t.add({ model: "acme/one" });
    expect(await t.lease()).toHaveLength(2);
    const { rows } = await t.database.asOwner((db) =>
      sql`select from concurrency_slots where holder is not null`.execute(db),
    );
    expect(rows).toHaveLength(2);
  });

  it("report when due jobs may call their models again, or infinity if no job waits for a rate limit", async () => {
    const t = await opened();
    await t.add();
    const none = Number.POSITIVE_INFINITY;
    expect(await t.rateInMs()).toBeNull();
    await t.hold("acme/one", 500_000);
    await t.hold("acme/two", 200_000);
    await t.hold("acme/none", 1_000);
    expect(await t.rateInMs()).toBe(none);
    await t.add({ model: "acme/two", runAt: new Date(Date.now() + 3_600_000) });
    expect(await t.rateInMs()).toBe(none);
    const one = await t.add({ model: "acme/one" });
    expect(await t.rateInMs()).toBeGreaterThan(300_000);
    await t.add({ model: "acme/two" });
    const two = await t.rateInMs();
    expect(two).toBeGreaterThan(100_000);
    expect(two).toBeLessThanOrEqual(200_000);
    await t.tx((db) => cancelJob(db, one));
    await t.limit("provider:acme", 1);
    await t.take("acme/three");
    expect(await t.rateInMs()).toBeGreaterThan(100_000); // the provider is available earlier, the model is not
  });

  it("read few rows, however many jobs wait for a rate limit", async () => {
    const t = await opened();
    await t.hold("acme/one");
    await t.tx((db) =>
      sql`insert into jobs (id, owner_id, kind, model)
        select gen_random_uuid(), ${t.userId}, 'execute', 'acme/one' from generate_series(1, 2000)`.execute(db),
    );
    const seen = await t.database.asOwner(async (db) => {
      const rowsRead = async () => {
        const { rows } = await sql<{ count: bigint }>`
          select pg_stat_get_xact_tuples_returned('jobs'::regclass) + pg_stat_get_xact_tuples_fetched('jobs'::regclass)
            as count`.execute(db);
        return Number(rows[0]?.count);
      };
      // The counters may still contain reads of earlier transactions on this connection.
      const before = await rowsRead();
      await sql`select from lease_jobs('test', '{execute}', 10, 1000)`.execute(db);
      await sql`select next_rate_ms('{execute}')`.execute(db);
      return (await rowsRead()) - before;
    });
    expect(seen).toBeLessThan(50);
  });
});

import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { sharedJobs } from "../jobs.fixture.ts";
import { freeSlots, renewSlots, takeSlots } from "./limits.store.ts";
import { limitKeys, setConcurrencyLimit } from "./limits.ts";

describe.each(engines)("the job queue under concurrency limits on %s", (engine) => {
  const setup = sharedJobs(engine);
  type Setup = Awaited<ReturnType<typeof setup>>;
  const expireSlots = (t: Setup) =>
    t.database.asOwner((db) =>
      sql`update concurrency_slots set expires_at = clock_timestamp() where holder is not null`.execute(db),
    );
  const take = (t: Setup, holder: string) =>
    t.database.asSystem((db) => takeSlots(db, { holder, keys: limitKeys("acme/one"), leaseMs: 60_000 }));

  it("runs no more jobs of a model than its limit, and does not hold up other models", async () => {
    const t = await setup();
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 2 });
    for (let i = 0; i < 5; i++) await t.add({ model: "acme/one" });
    const other = await t.add({ model: "acme/two" });
    const render = await t.add({ kind: "render" });
    const leased = await t.lease();
    expect(leased.filter((job) => job.kind === "execute" && job.model === "acme/one")).toHaveLength(2);
    expect(leased.map((job) => job.id)).toEqual(expect.arrayContaining([other, render]));
    const [one] = leased.filter((job) => job.model === "acme/one" && job.kind === "execute");
    await t.complete(one!);
    expect(await t.lease()).toHaveLength(1);
    expect(await t.lease()).toHaveLength(0);
  });

  it("applies a provider's limit to all its models", async () => {
    const t = await setup();
    await setConcurrencyLimit(t.database, { key: "provider:acme", max: 3 });
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 2 });
    for (let i = 0; i < 3; i++) {
      await t.add({ model: "acme/one" });
      await t.add({ model: "acme/two" });
      await t.add({ model: "other/one" });
    }
    const leased = await t.lease();
    expect(leased.filter((job) => job.model === "other/one")).toHaveLength(3);
    expect(leased.filter((job) => job.model?.startsWith("acme/"))).toHaveLength(3);
    expect(leased.filter((job) => job.model === "acme/one").length).toBeLessThanOrEqual(2);
  });

  it("frees the slot however an attempt ends", async () => {
    const t = await setup();
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 1 });
    const id = await t.add({ model: "acme/one" });
    await t.fail(await t.take(id), true);
    await t.handBack(await t.take(id));
    await t.continueJob(await t.take(id));
    const [next] = await t.lease();
    await t.fail(next!);
    expect(await take(t, "chat")).toBe(true);
  });

  it("keeps the slot of a lost worker for one grace period", async () => {
    const t = await setup();
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 1 });
    const id = await t.add({ model: "acme/one" });
    await t.take(id);
    await t.expire(id);
    expect(await t.lease()).toEqual([]);
    await expireSlots(t);
    expect((await t.take(id)).fence).toBe(2n);
    expect(await t.lease()).toEqual([]);
  });

  it("gives a call outside a job the slots of all its keys, or none", async () => {
    const t = await setup();
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 2 });
    await setConcurrencyLimit(t.database, { key: "provider:acme", max: 1 });
    expect(await take(t, "chat-1")).toBe(true);
    expect(await take(t, "chat-2")).toBe(false);
    const { rows } = await t.database.asOwner((db) =>
      sql`select from concurrency_slots where holder is not null`.execute(db),
    );
    expect(rows).toHaveLength(2);
    await expireSlots(t);
    await t.database.asSystem((db) => renewSlots(db, { holder: "chat-1", leaseMs: 60_000 }));
    expect(await take(t, "chat-2")).toBe(false);
    await t.database.asSystem((db) => freeSlots(db, "chat-1"));
    expect(await take(t, "chat-2")).toBe(true);
  });

  it("applies a raised, lowered or removed limit immediately", async () => {
    const t = await setup();
    const limit = (max: number | null) => setConcurrencyLimit(t.database, { key: "model:acme/one", max });
    await limit(2);
    expect([await take(t, "a"), await take(t, "b"), await take(t, "c")]).toEqual([true, true, false]);
    await limit(3);
    expect(await take(t, "c")).toBe(true);
    await limit(1);
    await t.database.asSystem((db) => freeSlots(db, "c"));
    expect(await take(t, "d")).toBe(false);
    await limit(null);
    expect(await take(t, "d")).toBe(true);
  });
});

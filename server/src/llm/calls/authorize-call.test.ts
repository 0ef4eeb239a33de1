import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createJobKinds, createWorker, defineJobKind, enqueue } from "#jobs";
import { createDatabase, createLog, createPostgresEngine } from "#platform";
import { engines, startDatabaseProxy, type TestApp, testApp } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import { authorizeCall } from "./authorize-call.ts";

describe.skipIf(!engines.includes("postgres"))("a call that is authorized during an outage of the database", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp("postgres");
    await topUp(t.ctx, { amount: 1_000n, key: "start" });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("gets exactly one hold if the database made the hold but its reply was lost", async () => {
    await using proxy = await startDatabaseProxy(t.url ?? "");
    const database = createDatabase(createPostgresEngine(proxy.url, { maxConnections: 2, timeoutMs: 500 }));
    try {
      const db = database.as(t.userId);
      await db.tx((tx) => sql`select 1`.execute(tx)); // connected before the outage
      const ctx = { db, log: createLog("silent"), signal: new AbortController().signal, approvalShare: 100 };
      proxy.set("deaf");
      const authorizing = authorizeCall(
        ctx,
        { ...call, key: "call-1", job: null },
        { ...estimate, attempt: "1", slots },
      );
      while ((await holdsOf(t)) === 0) await wait(10);
      proxy.cut();
      proxy.set("forward");
      expect(await authorizing).toMatchObject({ ok: true });
      expect([await holdsOf(t), (await getBalance(t.ctx)).held]).toEqual([1, 40n]);
      expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it("gets the same hold again even if its job's lease has expired meanwhile, and the worker keeps the job", async () => {
    const holds: unknown[] = [];
    const kind = defineJobKind({
      kind: "execute",
      payload: z.object({}),
      async run(ctx, job) {
        const authorize = () =>
          authorizeCall(
            { ...ctx, approvalShare: 100 },
            { ...call, key: job.id, job },
            { ...estimate, attempt: String(job.fence), slots },
          );
        holds.push(await authorize()); // the outage loses this reply, so the worker asks again below
        await t.database.asOwner((_, script) =>
          script(`update worker_pulse set beat_at = clock_timestamp(), quiet_until = clock_timestamp() + interval '1 hour';
            update jobs set lease_expires_at = clock_timestamp() - interval '1 second' where status = 'processing'`),
        );
        holds.push(await authorize());
        return { type: "done" };
      },
    });
    const kinds = createJobKinds([kind]);
    const worker = createWorker({ database: t.database, kinds, log: createLog("silent"), pollMs: 20 });
    await worker.start();
    onTestFinished(() => worker.stop());
    const id = await t.ctx.db.tx((db) => enqueue(db, { kind: "execute", payload: {} }));
    const jobs = () =>
      t.database.asOwner((db) => db.selectFrom("jobs").select(["status", "fence"]).where("id", "=", id).execute());
    while ((await jobs())[0]?.status !== "completed") await wait(20);
    await t.database.asOwner((_, script) => script("update worker_pulse set quiet_until = '-infinity'"));
    expect(holds).toEqual([holds[0], holds[0]]);
    expect(await jobs()).toEqual([{ status: "completed", fence: 1n }]);
  });
});

const call = { scope: {}, model: { terms: { id: "lab/one" } } };
const estimate = {
  ...{ countedTokens: 10, countedBy: null, inputTokens: 10, reservedTokens: 20 },
  ...{ hold: 40n, largest: 40n },
};
const slots = { holder: "call:1", leaseMs: 60_000 };

async function holdsOf(t: TestApp): Promise<number> {
  const { rows } = await t.database.asOwner((db) =>
    sql<{ holds: number }>`select count(*)::int as holds from wallet_holds where owner_id = ${t.userId}`.execute(db),
  );
  return rows[0]?.holds ?? 0;
}

import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it("gets its hold if only the acknowledgement was lost, and leaves no other hold", async () => {
    await using proxy = await startDatabaseProxy(t.url ?? "");
    const database = createDatabase(createPostgresEngine(proxy.url, { maxConnections: 2, timeoutMs: 500 }));
    try {
      const db = database.as(t.userId);
      await db.tx((tx) => sql`select 1`.execute(tx)); // connected before the outage
      const ctx = { db, log: createLog("silent"), signal: new AbortController().signal, approvalShare: 100 };
      const call = { key: "call-1", job: null, scope: {}, model: { terms: { id: "lab/one" } } };
      const tokens = { countedTokens: 10, countedBy: null, inputTokens: 10, reservedTokens: 20 };
      const slots = { holder: "call:1", leaseMs: 60_000 };
      proxy.set("deaf");
      const authorizing = authorizeCall(ctx, call, { ...tokens, hold: 40n, largest: 40n, attempt: "1", slots });
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
});

async function holdsOf(t: TestApp): Promise<number> {
  const { rows } = await t.database.asOwner((db) =>
    sql<{ holds: number }>`select count(*)::int as holds from wallet_holds where owner_id = ${t.userId}`.execute(db),
  );
  return rows[0]?.holds ?? 0;
}

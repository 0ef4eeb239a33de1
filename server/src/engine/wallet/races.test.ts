import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { getBudget, setBudget, sweepHolds } from "./index.ts";
import { sharedWallet } from "./wallet.fixture.ts";

describe.each(engines)("a wallet with fifty concurrent operations on %s", (engine) => {
  const setup = sharedWallet(engine);
  const fifty = <T>(body: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, n) => body(n)));

  it("grants exactly twenty holds of one unit on a balance of twenty", async () => {
    const t = await setup({ balance: 20n });
    const outcomes = await fifty((n) => t.ask({ callKey: `c${n}`, amount: 1n }));
    const holds = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.holdId] : []));
    expect(holds).toHaveLength(20);
    expect(await t.balance()).toEqual({ balance: 20n, held: 20n, free: 0n });
    await Promise.all(holds.map((holdId) => t.settle(holdId, 1n)));
    expect(await t.accounts()).toEqual({ funding: -20n, spent: 20n });
    expect(await t.audit()).toEqual([]);
  });

  it("charges exactly twenty calls of one unit on a balance of twenty", async () => {
    const t = await setup({ balance: 20n });
    const calls = await fifty(async (n) => {
      const outcome = await t.ask({ callKey: `c${n}`, amount: 1n });
      return outcome.ok ? t.settle(outcome.holdId, 1n) : null;
    });
    expect(calls.filter((call) => call !== null)).toHaveLength(20);
    expect(await t.balance()).toEqual({ balance: 0n, held: 0n, free: 0n });
  });

  it("grants exactly seven holds of one unit under a budget of seven", async () => {
    const t = await setup({ balance: 100n });
    const sessionId = t.newSession();
    const subject = { kind: "session" as const, id: sessionId };
    await t.tx((db) => setBudget(db, { subject, cap: 7n }));
    const outcomes = await fifty((n) => t.ask({ callKey: `c${n}`, amount: 1n, scope: { sessionId } }));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(7);
    expect(await t.tx((db) => getBudget(db, subject))).toEqual({ cap: 7n, spent: 0n, held: 7n, free: 0n });
  });

  it("ends a hold exactly once when settlements, releases, losses and sweeps compete for it", async () => {
    const t = await setup({ balance: 20n });
    const holdId = await t.held({ amount: 10n, lease: { leaseMs: 0 } });
    await fifty<unknown>((n) => {
      if (n % 4 === 0) return t.settle(holdId, 5n).catch(() => "released first");
      if (n % 4 === 1) return t.release(holdId);
      return n % 4 === 2 ? t.lose(holdId) : sweepHolds(t.database);
    });
    const ends = await t.asSuperuser(
      sql`select kind from wallet_hold_events where hold_id = ${holdId} and kind <> 'recovered'`,
    );
    expect(ends).toHaveLength(1);
    expect((await t.balance()).held).toBe(0n);
    expect(await t.audit()).toEqual([]);
  });
});

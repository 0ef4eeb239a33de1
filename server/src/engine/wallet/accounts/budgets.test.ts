import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "#platform";
import { engines } from "#test";
import { type BudgetSubject, changeBudget, type ExchangeId, getBudget, setBudget, sweepHolds } from "../index.ts";
import { sharedWallet } from "../wallet.fixture.ts";

describe.each(engines)("a budget on %s", (engine) => {
  const setup = sharedWallet(engine);

  async function capped(cap: bigint, balance = 1000n) {
    const t = await setup({ balance });
    const sessionId = t.newSession();
    const budget: BudgetSubject = { kind: "session", id: sessionId };
    await t.tx((db) => setBudget(db, { subject: budget, cap }));
    const read = () => t.tx((db) => getBudget(db, budget));
    return { ...t, sessionId, budget, read, scope: { sessionId } };
  }

  it("refuses a hold that would exceed it, and states which budget is short and by how much", async () => {
    const t = await capped(100n);
    const holdId = await t.held({ amount: 70n, scope: t.scope });
    const refused = { ok: false, reason: "over-budget", budget: t.budget, shortBy: 10n };
    expect(await t.ask({ amount: 40n, scope: t.scope })).toEqual(refused);
    await t.settle(holdId, 20n);
    expect(await t.read()).toEqual({ cap: 100n, spent: 20n, held: 0n, free: 80n });
    expect(await t.ask({ amount: 40n, scope: t.scope })).toMatchObject({ ok: true });
    expect(await t.ask({ amount: 500n })).toMatchObject({ ok: true });
    expect(await t.audit()).toEqual([]);
  });

  it("applies to an exchange together with the budget of its session; a refusal names the tighter budget", async () => {
    const t = await capped(100n);
    const exchangeId = newId<ExchangeId>();
    const budget: BudgetSubject = { kind: "exchange", id: exchangeId };
    await t.tx((db) => setBudget(db, { subject: budget, cap: 30n }));
    const scope = { ...t.scope, exchangeId };
    expect(await t.ask({ amount: 31n, scope })).toEqual({ ok: false, reason: "over-budget", budget, shortBy: 1n });
    await t.held({ amount: 80n, scope: t.scope });
    expect(await t.ask({ amount: 30n, scope })).toEqual({
      ok: false,
      reason: "over-budget",
      budget: t.budget,
      shortBy: 10n,
    });
    await t.settle(await t.held({ amount: 20n, scope }), 15n);
    expect(await t.tx((db) => getBudget(db, budget))).toEqual({ cap: 30n, spent: 15n, held: 0n, free: 15n });
  });

  it("is not named in the refusal if less is left in the wallet than in the budget", async () => {
    const t = await capped(100n, 50n);
    expect(await t.ask({ amount: 60n, scope: t.scope })).toEqual({
      ok: false,
      reason: "insufficient-funds",
      shortBy: 10n,
    });
  });

  it("counts losses, subtracts refunds, and is never exceeded by an overrun or a late answer", async () => {
    const t = await capped(100n);
    await t.lose(await t.held({ amount: 40n, scope: t.scope }), 30n);
    // The caller stated the cost, so the memo says that the answer was useless, not that a worker was lost.
    const losses = sql<{ memo: string }>`select memo from wallet_transactions where kind = 'loss' order by id`;
    expect((await t.tx((db) => losses.execute(db))).rows.at(-1)).toEqual({ memo: "The answer could not be used." });
    const smaller = t.tx((db) => setBudget(db, { subject: t.budget, cap: 29n }));
    await expect(smaller).rejects.toThrow("reserved $0.00003: a budget of $0.000029 is too small");
    await t.settle(await t.held({ callKey: "c", amount: 60n, scope: t.scope }), 90n);
    expect(await t.read()).toMatchObject({ spent: 90n, free: 10n });
    await t.refund("c");
    expect(await t.read()).toMatchObject({ spent: 30n, free: 70n });

    const late = await t.held({ amount: 60n, estimate: 10n, lease: { leaseMs: 0 }, scope: t.scope });
    await sweepHolds(t.database);
    await t.held({ amount: 55n, scope: t.scope });
    expect(await t.settle(late, 50n)).toMatchObject({ charged: 15n, overrun: 35n });
    expect(await t.read()).toEqual({ cap: 100n, spent: 45n, held: 55n, free: 0n });
    expect(await t.audit()).toEqual([]);
  });

  it("counts spending and holds from before it was set, and cannot be set below them", async () => {
    const t = await setup({ balance: 1000n });
    const sessionId = t.newSession();
    const subject: BudgetSubject = { kind: "session", id: sessionId };
    await t.settle(await t.held({ amount: 50n, scope: { sessionId } }), 40n);
    await t.held({ amount: 30n, scope: { sessionId } });
    await expect(t.tx((db) => setBudget(db, { subject, cap: 69n }))).rejects.toMatchObject({ code: "conflict" });
    const budget = await t.tx((db) => setBudget(db, { subject, cap: 70n }));
    expect(budget).toEqual({ cap: 70n, spent: 40n, held: 30n, free: 0n });
    expect(await t.ask({ amount: 1n, scope: { sessionId } })).toMatchObject({ ok: false, reason: "over-budget" });
  });

  it("can be raised and removed only by its owner", async () => {
    const [t, stranger] = [await capped(100n), await setup({ balance: 1000n })];
    expect(await stranger.tx((db) => getBudget(db, t.budget))).toBeNull();
    await changeBudget(stranger.ctx, { subject: t.budget, cap: null });
    expect(await t.read()).toMatchObject({ cap: 100n });
    expect((await changeBudget(t.ctx, { subject: t.budget, cap: 200n })).budget).toMatchObject({ cap: 200n });
    expect(await changeBudget(t.ctx, { subject: t.budget, cap: null })).toMatchObject({ budget: null });
    expect(await t.ask({ amount: 500n, scope: t.scope })).toMatchObject({ ok: true });
    await expect(changeBudget(t.ctx, { subject: t.budget, cap: 0n })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

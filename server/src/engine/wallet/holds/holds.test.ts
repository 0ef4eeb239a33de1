import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "#platform";
import { engines } from "#test";
import { type HoldId, renewHold, settling, sweepHolds } from "../index.ts";
import { sharedWallet } from "../wallet.fixture.ts";

describe.each(engines)("a hold on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("reserves money, which is then not free", async () => {
    const t = await setup({ balance: 100n });
    await t.held({ amount: 70n });
    expect(await t.balance()).toEqual({ balance: 100n, held: 70n, free: 30n });
    expect(await t.ask({ amount: 31n })).toEqual({ ok: false, reason: "insufficient-funds", shortBy: 1n });
    expect(await t.ask({ amount: 30n })).toMatchObject({ ok: true });
    expect(await t.events()).toEqual(["wallet.topped-up", "wallet.held", "wallet.held"]);
  });

  it("leaves no rows if it is refused", async () => {
    const t = await setup();
    expect(await t.ask({ amount: 5n })).toEqual({ ok: false, reason: "insufficient-funds", shortBy: 5n });
    expect(await t.asSuperuser(sql`select from wallet_holds where owner_id = ${t.userId}`)).toEqual([]);
    expect(await t.events()).toEqual([]);
  });

  it("charges the cost of the call when it is settled, and frees the rest", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ amount: 70n });
    expect(await t.settle(holdId, 25n)).toMatchObject({ charged: 25n, overrun: 0n });
    expect(await t.balance()).toEqual({ balance: 75n, held: 0n, free: 75n });
    expect(await t.accounts()).toEqual({ wallet: 75n, funding: -100n, spent: 25n });
    expect(await t.events()).toEqual(["wallet.topped-up", "wallet.held", "wallet.settled"]);
    expect(await t.audit()).toEqual([]);
  });

  it("never charges more than was held: the rest is overrun", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ amount: 70n });
    expect(await t.settle(holdId, 200n)).toMatchObject({ charged: 70n, overrun: 130n });
    expect(await t.accounts()).toEqual({ wallet: 30n, funding: -100n, spent: 200n, overrun: -130n });
    expect(await t.audit()).toEqual([]);
  });

  it("is settled once: settling it again with the same data changes nothing, and with other data is a conflict", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ amount: 70n });
    const first = await t.settle(holdId, 80n);
    expect(await t.settle(holdId, 80n)).toEqual(first);
    await expect(t.settle(holdId, 79n)).rejects.toMatchObject({ code: "conflict" });
    await expect(t.settle(holdId, 80n, true)).rejects.toMatchObject({ code: "conflict" });
    expect(await t.accounts()).toMatchObject({ wallet: 30n, spent: 80n });
  });

  it("exists once per attempt: repeating the request returns the same hold; other data or an ended hold is a conflict", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ callKey: "c", amount: 40n });
    expect(await t.ask({ callKey: "c", amount: 40n })).toEqual({ ok: true, holdId });
    expect(await t.balance()).toMatchObject({ held: 40n });
    await expect(t.ask({ callKey: "c", amount: 41n })).rejects.toMatchObject({ code: "conflict" });
    await t.release(holdId);
    await expect(t.ask({ callKey: "c", amount: 40n })).rejects.toMatchObject({ code: "conflict" });
    expect(await t.ask({ callKey: "c", attempt: "2", amount: 40n })).toMatchObject({ ok: true });
  });

  it("books the previous attempt's hold as lost, so that a call never has two open holds", async () => {
    const t = await setup({ balance: 100n });
    const first = await t.held({ callKey: "c", amount: 60n, estimate: 50n });
    const second = await t.held({ callKey: "c", attempt: "2", amount: 50n });
    expect(await t.state(first)).toBe("lost");
    expect(await t.balance()).toEqual({ balance: 50n, held: 50n, free: 0n });
    await t.settle(second, 20n);
    expect(await t.accounts()).toEqual({ wallet: 30n, funding: -100n, loss: 50n, spent: 20n });
  });

  it("cannot charge a call that another attempt has already charged", async () => {
    const t = await setup({ balance: 100n });
    await t.settle(await t.held({ callKey: "c" }), 5n);
    const again = await t.held({ callKey: "c", attempt: "2" });
    await expect(t.settle(again, 5n)).rejects.toMatchObject({ code: "conflict" });
    expect(await t.release(again)).toBe("released");
    expect(await t.accounts()).toMatchObject({ spent: 5n });
  });

  it("is released once, and an ended hold keeps its state", async () => {
    const t = await setup({ balance: 100n });
    const [released, settled, lost] = [await t.held(), await t.held(), await t.held()];
    expect(await t.release(released)).toBe("released");
    expect(await t.release(released)).toBe("released");
    expect(await t.lose(released)).toBe("released");
    await expect(t.settle(released, 1n)).rejects.toMatchObject({ code: "conflict" });
    await t.settle(settled, 4n);
    expect([await t.release(settled), await t.lose(settled)]).toEqual(["settled", "settled"]);
    expect([await t.lose(lost, 6n), await t.lose(lost, 7n), await t.release(lost)]).toEqual(["lost", "lost", "lost"]);
    expect(await t.balance()).toEqual({ balance: 90n, held: 0n, free: 90n });
    expect(await t.accounts()).toEqual({ wallet: 90n, funding: -100n, spent: 4n, loss: 6n });
    expect(await t.audit()).toEqual([]);
  });

  it("books the cost of a lost answer above the hold as overrun", async () => {
    const t = await setup({ balance: 100n });
    await t.lose(await t.held({ amount: 10n }), 25n);
    expect(await t.accounts()).toEqual({ wallet: 90n, funding: -100n, loss: 25n, overrun: -15n });
  });

  it.each([0n, -1n, 2n ** 63n])("refuses the amount %s", async (amount) => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held();
    for (const refused of [() => t.ask({ amount }), () => t.settle(holdId, amount), () => t.lose(holdId, amount)]) {
      await expect(refused()).rejects.toMatchObject({ name: "AppError", code: "invalid_input" });
    }
    expect(await t.balance()).toMatchObject({ balance: 100n, held: 10n });
  });

  it("refuses a fractional amount, and an estimate above the hold", async () => {
    const t = await setup({ balance: 100n });
    const halves = t.asSuperuser(sql`
      select set_config('dialectic.user_id', ${t.userId}, true),
        hold_money('{"id": "00000000-0000-7000-8000-0000000000aa", "call_key": "c", "attempt": "1", "amount": "1.5", "estimate": "1", "lease_ms": 1}')`);
    await expect(halves).rejects.toThrow("1.5");
    await expect(t.ask({ amount: 5n, estimate: 6n })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("is released if the call turned out to cost nothing", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ amount: 70n });
    await t.tx((db) => db.executeQuery(settling(db, { holdId, actual: 0n, estimated: false })));
    expect(await t.state(holdId)).toBe("released");
    expect(await t.balance()).toEqual({ balance: 100n, held: 0n, free: 100n });
  });

  it("does not exist for another user", async () => {
    const t = await setup({ balance: 100n });
    const stranger = await setup({ balance: 100n });
    const holdId = await t.held();
    for (const attempt of [
      () => stranger.settle(holdId, 1n),
      () => stranger.release(holdId),
      () => stranger.lose(holdId),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
    const seen = await stranger.tx((db) => sql`select from wallet_holds where id = ${holdId}`.execute(db));
    expect(seen.rows).toEqual([]);
    expect(await t.state(holdId)).toBe("held");
    await expect(stranger.settle(newId<HoldId>(), 1n)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe.each(engines)("a hold whose caller may be gone on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("stays held while its job is leased, and is then booked as lost once, at its estimated cost", async () => {
    const t = await setup({ balance: 100n });
    const jobId = await t.addJob();
    const fence = await t.lease(jobId);
    const holdId = await t.held({ amount: 40n, estimate: 30n, lease: { jobId, fence } });
    await sweepHolds(t.database);
    expect(await t.state(holdId)).toBe("held");
    await t.expire(jobId);
    await sweepHolds(t.database);
    await sweepHolds(t.database);
    expect(await t.state(holdId)).toBe("lost");
    expect(await t.accounts()).toEqual({ wallet: 70n, funding: -100n, loss: 30n });
    expect(await t.events()).toEqual(["wallet.topped-up", "wallet.held", "wallet.lost"]);
    expect(await t.audit()).toEqual([]);
  });

  it("is booked as lost if its job was taken over; the hold of the new attempt stays", async () => {
    const t = await setup({ balance: 100n });
    const jobId = await t.addJob();
    const first = await t.held({ callKey: "a", lease: { jobId, fence: await t.lease(jobId) } });
    const other = await t.held({ callKey: "b", lease: { jobId, fence: await t.lease(jobId) } });
    await sweepHolds(t.database);
    expect([await t.state(first), await t.state(other)]).toEqual(["lost", "held"]);
  });

  it("is not booked as lost while its caller renews it, if the call belongs to no job", async () => {
    const t = await setup({ balance: 100n });
    const [renewed, silent] = [await t.held({ lease: { leaseMs: 0 } }), await t.held({ lease: { leaseMs: 0 } })];
    expect(await t.tx((db) => renewHold(db, { holdId: renewed, leaseMs: 60_000 }))).toBe(true);
    await sweepHolds(t.database);
    expect([await t.state(renewed), await t.state(silent)]).toEqual(["held", "lost"]);
    expect(await t.tx((db) => renewHold(db, { holdId: silent, leaseMs: 60_000 }))).toBe(false);
  });

  it("is recovered if the answer arrives after all: the loss is reversed, and the call is charged once", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ amount: 40n, lease: { leaseMs: 0 } });
    await sweepHolds(t.database);
    expect(await t.accounts()).toEqual({ wallet: 60n, funding: -100n, loss: 40n });
    const settled = await t.settle(holdId, 25n);
    expect(settled).toMatchObject({ charged: 25n, overrun: 0n });
    expect(await t.settle(holdId, 25n)).toEqual(settled);
    expect(await t.accounts()).toEqual({ wallet: 75n, funding: -100n, spent: 25n });
    expect(await t.events()).toEqual(["wallet.topped-up", "wallet.held", "wallet.lost", "wallet.recovered"]);
    expect(await t.state(holdId)).toBe("lost");
    expect(await t.audit()).toEqual([]);
  });

  it("charges, after its recovery, only as much as the wallet still covers", async () => {
    const t = await setup({ balance: 100n });
    const holdId = await t.held({ amount: 40n, estimate: 10n, lease: { leaseMs: 0 } });
    await sweepHolds(t.database);
    await t.held({ amount: 85n });
    expect(await t.settle(holdId, 40n)).toMatchObject({ charged: 15n, overrun: 25n });
    expect(await t.balance()).toEqual({ balance: 85n, held: 85n, free: 0n });
    expect(await t.audit()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { moneyOfSessions, setBudget } from "./index.ts";
import { sharedWallet } from "./wallet.fixture.ts";

describe.each(engines)("moneyOfSessions on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("returns the cost of the acting user's calls by stage, and each session's budget", async () => {
    const [t, stranger] = [await setup({ balance: 1000n }), await setup({ balance: 1000n })];
    const [one, two, three] = [t.newSession(), t.newSession(), t.newSession()];
    const pay = async (who: typeof t, sessionId: typeof one, stage: string | null, amount: bigint) =>
      who.settle(await who.held({ amount: 100n, scope: { sessionId, stage } }), amount);
    await pay(t, one, "thesis", 30n);
    await pay(t, one, "thesis", 5n);
    await pay(t, one, "antithesis", 7n);
    await pay(t, one, null, 1n);
    await pay(stranger, one, "thesis", 90n);
    await t.settle(
      await t.held({ callKey: "saved in vain", amount: 60n, scope: { sessionId: one, stage: "thesis" } }),
      60n,
    );
    await t.refund("saved in vain");
    await t.tx((db) => setBudget(db, { subject: { kind: "session", id: one }, cap: 200n }));
    await t.tx((db) => setBudget(db, { subject: { kind: "session", id: two }, cap: 50n }));
    await t.held({ amount: 20n, scope: { sessionId: two } });

    const money = await t.tx((db) => moneyOfSessions(db, [one, two, three]));
    expect(money(one)).toEqual({
      spent: 43n,
      byStage: new Map([
        ["thesis", 35n],
        ["antithesis", 7n],
      ]),
      budget: { cap: 200n, spent: 43n, held: 0n, free: 157n },
    });
    expect(money(two)).toEqual({
      spent: 0n,
      byStage: new Map(),
      budget: { cap: 50n, spent: 0n, held: 20n, free: 30n },
    });
    expect(money(three)).toEqual({ spent: 0n, byStage: new Map(), budget: null });
    expect((await t.tx((db) => moneyOfSessions(db, [])))(one).spent).toBe(0n);
  });
});

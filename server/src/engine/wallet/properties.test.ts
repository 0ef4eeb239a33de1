import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError, newId } from "#platform";
import { type TestDatabase, testDatabase } from "#test";
import { type BudgetSubject, type ExchangeId, type HoldId, setBudget, sweepHolds, topUp } from "./index.ts";
import { type TestWallet, walletOf } from "./wallet.fixture.ts";

/** One operation of a random sequence. `which` picks an existing call, hold or budget. */
const act = fc.record({
  verb: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("hold", "settle") },
    { weight: 5, arbitrary: fc.constantFrom("release", "lose", "refund", "sweep", "top up", "cap") },
  ),
  which: fc.nat(3),
  amount: fc.bigInt({ min: -2n, max: 60n }),
  expired: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Refusals are expected; any other error fails the test. */
const expected = ["conflict", "not_found", "invalid_input"];

async function play(t: TestWallet, acts: Act[]): Promise<void> {
  const holds: HoldId[] = [];
  const subjects: BudgetSubject[] = [
    { kind: "session", id: t.newSession() },
    { kind: "exchange", id: newId<ExchangeId>() },
  ];
  const scopes = [{}, { sessionId: t.newSession() }, ...subjects.map(({ kind, id }) => ({ [`${kind}Id`]: id }))];
  const verbs: Record<Act["verb"], (act: Act, n: number) => Promise<unknown>> = {
    async hold({ which, amount, expired }, n) {
      const outcome = await t.ask({
        callKey: `call-${which}`,
        attempt: String(n),
        amount,
        estimate: expired ? 1n : amount,
        lease: { leaseMs: expired ? 0 : 60_000 },
        scope: scopes[which % scopes.length] ?? {},
      });
      if (outcome.ok) holds.push(outcome.holdId);
    },
    settle: ({ which, amount, expired }) => t.settle(pick(holds, which), amount, expired),
    release: ({ which }) => t.release(pick(holds, which)),
    lose: ({ which, amount }) => t.lose(pick(holds, which), amount),
    refund: ({ which }, n) => t.refund(`call-${which}`, `refund-${n}`),
    sweep: () => sweepHolds(t.database),
    "top up": ({ which, amount }) => topUp(t.ctx, { amount, key: `key-${which}` }),
    cap: ({ which, amount, expired }) =>
      t.tx((db) => setBudget(db, { subject: pick(subjects, which), cap: expired ? null : amount })),
  };
  for (const [n, one] of acts.entries()) {
    try {
      await verbs[one.verb](one, n);
    } catch (error) {
      if (!(error instanceof AppError && expected.includes(error.code))) throw error;
    }
    await checkBooks(t);
  }
}

function pick<T>(from: T[], which: number): T {
  const picked = from.at(-1 - (which % from.length)); // one of the newest, because most older ones have ended
  if (picked === undefined) throw new AppError("not_found", "There is none yet.");
  return picked;
}

/** Asserts the invariants that hold after every operation. */
async function checkBooks(t: TestWallet): Promise<void> {
  expect(await t.audit()).toEqual([]);
  const broken = await t.asSuperuser(sql`
    select 'negative wallet' as what from wallet_accounts where owner_id = ${t.userId} and kind = 'wallet' and (balance < 0 or held > balance)
    union all
    select 'passed budget' from wallet_budgets where owner_id = ${t.userId} and spent + held > cap
    union all
    select 'hold ended twice' from wallet_hold_events where owner_id = ${t.userId} and kind <> 'recovered' group by hold_id having count(*) > 1
    union all
    select 'call charged twice' from wallet_transactions charge
    where owner_id = ${t.userId} and kind = 'charge' and not exists (select from wallet_transactions back where back.reverses = charge.id)
    group by call_key having count(*) > 1
    union all
    select 'charged above the hold' from wallet_transactions t
      join wallet_entries e on e.transaction_id = t.id and e.account = 'wallet' join wallet_holds h on h.id = t.hold_id
    where t.owner_id = ${t.userId} and -e.amount > h.amount`);
  expect(broken).toEqual([]);
}

describe("any sequence of wallet operations", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase("pglite");
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("keeps all wallet invariants", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
        await play(await walletOf(test, 80n), acts);
      }),
      { numRuns: 40 },
    );
  }, 240_000);
});

import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { rebuildBalances, topUp } from "../index.ts";
import { sharedWallet } from "../wallet.fixture.ts";

const largest = 2n ** 63n - 1n;

describe.each(engines)("a top-up on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("adds money, once per key", async () => {
    const t = await setup();
    const first = await topUp(t.ctx, { amount: 5n, key: "k", note: "thanks" });
    expect(first.balance).toEqual({ balance: 5n, held: 0n, free: 5n });
    expect(await topUp(t.ctx, { amount: 5n, key: "k", note: "thanks" })).toEqual(first);
    await expect(topUp(t.ctx, { amount: 6n, key: "k", note: "thanks" })).rejects.toMatchObject({ code: "conflict" });
    expect(await t.accounts()).toEqual({ wallet: 5n, funding: -5n });
    expect(await t.events()).toEqual(["wallet.topped-up"]);
  });

  it("accepts the same key from different users", async () => {
    const [one, other] = [await setup({ balance: 5n }), await setup({ balance: 7n })];
    expect([await one.balance(), await other.balance()]).toMatchObject([{ balance: 5n }, { balance: 7n }]);
  });

  it.each([
    { amount: 0n, key: "k" },
    { amount: -5n, key: "k" },
    { amount: 2n ** 63n, key: "k" },
    { amount: 5n, key: "k", currency: "EUR" },
    { amount: 5n, key: "k", currency: "usd" },
    { amount: 5n, key: " " },
    { amount: 5n, key: "k".repeat(201) },
    { amount: 5n, key: "k", note: "n".repeat(1001) },
  ])("is refused and books nothing if it is invalid: %o", async (input) => {
    const t = await setup();
    await expect(topUp(t.ctx, input)).rejects.toMatchObject({ name: "AppError", code: "invalid_input" });
    expect(await t.accounts()).toEqual({});
  });

  it("keeps an amount near 2^63 exact, and is refused if the total of all top-ups would exceed 2^63 - 1", async () => {
    const t = await setup({ balance: largest - 1n });
    const holdId = await t.held({ amount: largest - 1n });
    expect(await t.balance()).toEqual({ balance: largest - 1n, held: largest - 1n, free: 0n });
    expect(await t.ask({ amount: 1n })).toEqual({ ok: false, reason: "insufficient-funds", shortBy: 1n });
    await t.settle(holdId, 1n);
    expect(await t.balance()).toMatchObject({ balance: largest - 2n, free: largest - 2n });
    // The total of all top-ups would no longer fit into the funding account.
    await expect(topUp(t.ctx, { amount: 2n, key: "more" })).rejects.toMatchObject({ code: "invalid_input" });
    await topUp(t.ctx, { amount: 1n, key: "last" });
    expect(await t.accounts()).toEqual({ wallet: largest - 1n, funding: -largest, spent: 1n });
    const events = await t.asSuperuser(sql<{ balance: string }>`
      select data ->> 'balance' as balance from events where owner_id = ${t.userId} and kind like 'wallet.%' order by id desc limit 1`);
    expect(events).toEqual([{ balance: String(largest - 1n) }]);
    expect(await t.audit()).toEqual([]);
  });

  it("pays for calls; a settlement that would overflow the overrun account is refused", async () => {
    const t = await setup({ balance: 2n });
    await t.settle(await t.held({ amount: 1n }), largest);
    await expect(t.settle(await t.held({ amount: 1n }), largest)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await t.audit()).toEqual([]);
  });
});

describe.each(engines)("a refund on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("returns what the wallet paid for the call, reverses the overrun, and names the charge", async () => {
    const t = await setup({ balance: 100n });
    const { transactionId } = await t.settle(await t.held({ callKey: "c", amount: 10n }), 25n);
    const refunded = await t.refund("c");
    expect(refunded.refunded).toBe(10n);
    expect(await t.accounts()).toEqual({ wallet: 100n, funding: -100n });
    const rows = await t.asSuperuser(
      sql`select reverses, memo from wallet_transactions where id = ${refunded.transactionId}`,
    );
    expect(rows).toEqual([{ reverses: transactionId, memo: "It could not be saved." }]);
    expect(await t.events()).toContain("wallet.refunded");
    expect(await t.audit()).toEqual([]);
  });

  it("is made once: repeating it with the same key and data changes nothing, and repeating it with other data or another key is a conflict", async () => {
    const t = await setup({ balance: 100n });
    await t.settle(await t.held({ callKey: "c" }), 10n);
    const first = await t.refund("c");
    expect(await t.refund("c")).toEqual(first);
    await expect(t.refund("c", "refund", "Another reason.")).rejects.toMatchObject({ code: "conflict" });
    await expect(t.refund("c", "another key")).rejects.toMatchObject({ code: "conflict" });
    expect(await t.balance()).toMatchObject({ balance: 100n });
  });

  it("is refused as not found for a call that was never charged, and for another user's charge", async () => {
    const [t, stranger] = [await setup({ balance: 100n }), await setup()];
    await t.settle(await t.held({ callKey: "c" }), 10n);
    await expect(t.refund("unknown")).rejects.toMatchObject({ code: "not_found" });
    await expect(stranger.refund("c")).rejects.toMatchObject({ code: "not_found" });
    await expect(t.refund("c", "key", " ")).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("lets the call be charged again, and the new charge be refunded", async () => {
    const t = await setup({ balance: 100n });
    await t.settle(await t.held({ callKey: "c" }), 10n);
    await t.refund("c", "one");
    await t.settle(await t.held({ callKey: "c", attempt: "2" }), 7n);
    expect(await t.accounts()).toMatchObject({ wallet: 93n, spent: 7n });
    await t.refund("c", "two");
    expect(await t.accounts()).toEqual({ wallet: 100n, funding: -100n });
    expect(await t.audit()).toEqual([]);
  });
});

describe.each(engines)("hand-typed SQL of the superuser on %s", (engine) => {
  const setup = sharedWallet(engine);

  async function written() {
    const t = await setup({ balance: 100n });
    const settled = await t.held({ callKey: "c" });
    await t.settle(settled, 10n);
    return { ...t, settled, open: await t.held() };
  }

  it.each(["wallet_transactions", "wallet_entries", "wallet_hold_events"])("cannot change %s", async (table) => {
    const t = await written();
    const target = sql.table(table);
    for (const statement of [
      sql`update ${target} set owner_id = owner_id`,
      sql`delete from ${target}`,
      sql`truncate ${target} cascade`,
    ]) {
      await expect(t.asSuperuser(statement)).rejects.toThrow("never changed");
      const unguarded = t.database.asOwner(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db);
        await statement.execute(db);
      });
      await expect(unguarded).rejects.toThrow("never changed");
    }
  });

  it.each([
    sql`update wallet_holds set amount = 1`,
    sql`update wallet_holds set state = 'released'`,
    sql`delete from wallet_holds`,
    sql`truncate wallet_holds cascade`,
  ])("cannot change a hold (%#)", async (statement) => {
    const t = await written();
    await expect(t.asSuperuser(statement)).rejects.toThrow("never changed");
  });

  it("cannot end a hold twice", async () => {
    const t = await written();
    const again = t.asSuperuser(
      sql`insert into wallet_hold_events (owner_id, hold_id, kind) values (${t.userId}, ${t.settled}, 'released')`,
    );
    await expect(again).rejects.toThrow("hold_ends_once");
  });

  it("cannot add a transaction whose entries do not sum to zero, or an entry to an old transaction", async () => {
    const t = await written();
    const lopsided = t.asSuperuser(sql`
      with added as (
        insert into wallet_transactions (owner_id, key, kind, entry_count, data_hash)
        values (${t.userId}, 'by hand', 'top-up', 2, '') returning id)
      insert into wallet_entries (transaction_id, owner_id, account, amount)
      select id, ${t.userId}, account, amount from added, (values ('wallet', 6), ('funding', -5)) as line (account, amount)`);
    await expect(lopsided).rejects.toMatchObject({ code: "conflict" });
    const empty = t.asSuperuser(sql`
      insert into wallet_transactions (owner_id, key, kind, entry_count, data_hash) values (${t.userId}, 'by hand', 'top-up', 2, '')`);
    await expect(empty).rejects.toMatchObject({ code: "conflict" });
    const late = t.asSuperuser(sql`
      insert into wallet_entries (transaction_id, owner_id, account, amount)
      select min(id), ${t.userId}, account, amount from wallet_transactions, (values ('loss', 5), ('overrun', -5)) as line (account, amount)
      where owner_id = ${t.userId} group by account, amount`);
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    expect(await t.audit()).toEqual([]);
  });

  it("cannot take a wallet below zero or below its holds, or add an account of another kind or owner", async () => {
    const [t, other] = [await written(), await setup()];
    const book = (account: string, amount: bigint, owner = t.userId) =>
      t.asSuperuser(sql`
        with added as (
          insert into wallet_transactions (owner_id, key, kind, entry_count, data_hash)
          values (${t.userId}, 'by hand', 'top-up', 2, '') returning id)
        insert into wallet_entries (transaction_id, owner_id, account, amount)
        select id, ${owner}, account, amount
        from added, (values (${account}::text, ${amount}::bigint), ('funding', -${amount}::bigint)) as line (account, amount)`);
    await expect(book("wallet", -81n)).rejects.toThrow("wallet_never_negative");
    await expect(book("savings", 1n)).rejects.toThrow("foreign key");
    await expect(book("wallet", 1n, other.userId)).rejects.toMatchObject({ code: "conflict" });
    await expect(book("wallet", 0n)).rejects.toThrow("check");
    await book("wallet", -80n);
    expect(await t.balance()).toEqual({ balance: 10n, held: 10n, free: 0n });
    expect(await t.audit()).toEqual([]);
  });

  it("can falsify derived sums, which the audit finds and a rebuild repairs", async () => {
    const t = await written();
    const subject = { kind: "session" as const, id: t.newSession() };
    await t.held({ scope: { sessionId: subject.id } });
    await t.tx((db) => sql`select from set_budget('session', ${subject.id}, 50)`.execute(db));
    await t.asSuperuser(
      sql`update wallet_accounts set balance = 1000, held = 3 where owner_id = ${t.userId} and kind = 'wallet'`,
    );
    await t.asSuperuser(sql`update wallet_budgets set spent = 1, held = 2 where owner_id = ${t.userId}`);
    expect((await t.audit()).map(({ what, kept, rebuilt }) => [what, kept, rebuilt])).toEqual([
      ["balance", 1000n, 90n],
      ["held", 3n, 20n],
      ["budget spent", 1n, 0n],
      ["budget held", 2n, 10n],
    ]);
    expect(await rebuildBalances(t.database)).toBe(2);
    expect(await t.audit()).toEqual([]);
    expect(await t.balance()).toEqual({ balance: 90n, held: 20n, free: 70n });
    expect(await rebuildBalances(t.database)).toBe(0);
  });
});

describe.each(engines)("the program's own role on %s", (engine) => {
  const setup = sharedWallet(engine);

  it.each([
    "wallet_accounts",
    "wallet_transactions",
    "wallet_entries",
    "wallet_holds",
    "wallet_hold_events",
    "wallet_budgets",
    "wallet_approvals",
    "wallet_payment_waits",
  ])("may read %s but not write it, and sees no rows of other users", async (table) => {
    const [t, stranger] = [await setup({ balance: 100n }), await setup()];
    await t.settle(await t.held(), 5n);
    const target = sql.table(table);
    const seen = await stranger.tx((db) => sql`select from ${target} where owner_id <> ${stranger.userId}`.execute(db));
    expect(seen.rows).toEqual([]);
    for (const statement of [
      sql`insert into ${target} default values`,
      sql`update ${target} set owner_id = owner_id`,
      sql`delete from ${target}`,
    ]) {
      await expect(t.tx((db) => statement.execute(db))).rejects.toThrow("permission denied");
    }
  });
});

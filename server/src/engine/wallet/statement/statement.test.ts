import type { JobId, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "#platform";
import { engines } from "#test";
import {
  type ExchangeId,
  type StatementGrouping,
  statement,
  statementCsv,
  statementLines,
  sweepHolds,
} from "../index.ts";
import { sharedWallet } from "../wallet.fixture.ts";

describe.each(engines)("the statement on %s", (engine) => {
  const setup = sharedWallet(engine);

  /** Two sessions of a project and one exchange, with a charge, an overrun, an estimate, a refund, a loss and a recovery. */
  async function spent() {
    const t = await setup({ balance: 1000n });
    const projectId = newId<ProjectId>();
    const [some, another] = [t.newSession(), t.newSession()];
    const [one, other] = some < another ? [some, another] : [another, some]; // in the order of the statement
    const [chain, exchange] = [newId<JobId>(), newId<ExchangeId>()];
    const thesis = { projectId, sessionId: one, stage: "thesis", chainId: chain, model: "acme/one" };
    await t.settle(await t.held({ amount: 100n, scope: thesis }), 40n);
    await t.settle(await t.held({ amount: 10n, scope: { ...thesis, model: "acme/two" } }), 15n, true);
    await t.settle(await t.held({ callKey: "back", amount: 10n, scope: { ...thesis, stage: "antithesis" } }), 10n);
    await t.refund("back");
    await t.lose(await t.held({ amount: 30n, scope: { projectId, sessionId: other, model: "acme/one" } }));
    const late = await t.held({
      amount: 20n,
      lease: { leaseMs: 0 },
      scope: { exchangeId: exchange, model: "acme/one" },
    });
    await sweepHolds(t.database);
    await t.settle(late, 5n);
    return { ...t, projectId, one, other, chain, exchange };
  }

  it("has sums by session and a total; entries without a session come first", async () => {
    const t = await spent();
    const { groups, next, total } = await statement(t.ctx, { groupBy: "session", limit: 10 });
    expect(next).toBeNull();
    expect(groups).toEqual([
      { key: null, calls: 1, paid: 5n, lost: 0n, estimated: 0n, refunded: 0n, overrun: 0n },
      { key: t.one, calls: 3, paid: 50n, lost: 0n, estimated: 10n, refunded: 10n, overrun: 5n },
      { key: t.other, calls: 1, paid: 30n, lost: 30n, estimated: 30n, refunded: 0n, overrun: 0n },
    ]);
    expect(total).toEqual({ calls: 5, paid: 85n, lost: 30n, estimated: 40n, refunded: 10n, overrun: 5n });
    expect(1000n - total.paid).toBe((await t.balance()).balance);
  });

  it.each<StatementGrouping>(["project", "session", "stage", "document", "exchange", "model"])(
    "has groups by %s whose amounts add up to the total, and are the sums of the entries in the group",
    async (groupBy) => {
      const t = await spent();
      const { groups, total } = await statement(t.ctx, { groupBy, limit: 50 });
      expect(groups.reduce((sum, group) => sum + group.paid, 0n)).toBe(total.paid);
      for (const group of groups) {
        const { lines } = await statementLines(t.ctx, { filter: { [groupBy]: group.key }, limit: 50 });
        const entries = lines.flatMap((line) => line.entries);
        const of = (account: string) =>
          entries.filter((e) => e.account === account).reduce((sum, e) => sum + e.amount, 0n);
        expect([-of("wallet"), of("loss"), -of("overrun")]).toEqual([group.paid, group.lost, group.overrun]);
        expect(entries.reduce((sum, entry) => sum + entry.amount, 0n)).toBe(0n);
      }
    },
  );

  it("can be filtered by several fields and by time", async () => {
    const t = await spent();
    const filter = { project: t.projectId, document: t.chain };
    const { groups } = await statement(t.ctx, { groupBy: "stage", filter, limit: 10 });
    expect(groups.map(({ key, paid }) => [key, paid])).toEqual([
      ["antithesis", 0n],
      ["thesis", 50n],
    ]);
    const [{ at } = { at: new Date() }] = await t.asSuperuser(sql<{ at: Date }>`select clock_timestamp() as at`);
    const paid = async (time: { from: Date } | { until: Date }) =>
      (await statement(t.ctx, { groupBy: "model", filter: { ...filter, ...time }, limit: 10 })).total.paid;
    expect([await paid({ from: at }), await paid({ until: at })]).toEqual([0n, 50n]);
  });

  it("comes in pages without gaps or repetitions", async () => {
    const t = await spent();
    const keys: (string | null)[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof statement>> = await statement(t.ctx, {
        groupBy: "session",
        limit: 1,
        ...(after !== null && { after }),
      });
      keys.push(...page.groups.map((group) => group.key));
      after = page.next;
    } while (after !== null);
    expect(keys).toEqual([null, t.one, t.other]);

    const whole = await statementLines(t.ctx, { limit: 100 });
    const first = await statementLines(t.ctx, { limit: 3 });
    expect(first.next).toBe(first.lines[2]?.id);
    const rest = await statementLines(t.ctx, { limit: 100, before: first.next! });
    expect([...first.lines, ...rest.lines]).toEqual(whole.lines);
    expect(whole.lines.map((line) => line.kind)).toEqual(
      ["top-up", "charge", "charge", "charge", "refund", "loss", "loss", "recovery", "charge"].reverse(),
    );
  });

  it("shows nothing to another user", async () => {
    const [t, stranger] = [await spent(), await setup()];
    expect((await statement(stranger.ctx, { groupBy: "project", limit: 10 })).groups).toEqual([]);
    const { lines } = await statementLines(stranger.ctx, { filter: { project: t.projectId }, limit: 10 });
    expect(lines).toEqual([]);
  });

  it("has one CSV row per transaction, and nothing that a spreadsheet would run as a formula", async () => {
    const t = await setup({ balance: 1000n });
    const scope = { stage: "=cmd|'/c calc'!A1", model: "@acme" };
    await t.settle(await t.held({ amount: 10n, callKey: "+1", scope }), 15n);
    const csv = (await Array.fromAsync(statementCsv(t.ctx))).join("");
    const [header, charge, topUp, end] = csv.split("\r\n");
    expect(header?.split(",")).toHaveLength(19);
    expect(charge).toContain('"charge",-0.000010,-10,15,0,-5,0,false,');
    expect(charge).toContain(`"'=cmd|'/c calc'!A1"`);
    expect(charge).toContain(`"'@acme","'+1",""`);
    expect(topUp).toContain('"top-up",0.001000,1000,0,0,0,-1000,false,');
    expect(end).toBe("");
  });
});

import type { Client, PaymentWait, Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addUser, type EngineName, engines, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { openHttp } from "../http.fixture.ts";

const brief = "Plant a hedge along the road.";
const atLatest = { timeout: 25_000 };
/** What every call holds and costs: 1,000 units for 1,000 output tokens, and one unit for the prompt. */
const price = 1_001;

/** One database per engine; every test has its own user. */
const shared = new Map<EngineName, TestApp>();
beforeAll(async () => {
  for (const engine of engines) shared.set(engine, await testApp(engine));
});
afterAll(async () => {
  for (const app of shared.values()) await app[Symbol.asyncDispose]();
});
const newApp = (engine: EngineName): Promise<TestApp> => {
  const beside = shared.get(engine);
  if (!beside) throw new Error("The database is not open yet.");
  return testApp(engine, { beside });
};

async function paidApp(engine: EngineName) {
  const t = await newApp(engine);
  const provider = await startPaidProvider((asked) => ({ pieces: wholeAnswer(asked) }));
  provider.listIn(t.dataDir);
  const http = openHttp(t);
  const { client } = http;
  return {
    t,
    http,
    models: provider.models,
    topUp: (amount: string, key: string, more = {}) => client.topUpWallet({ body: { amount, key, ...more } }),
    waitsOf: async (session: Session): Promise<PaymentWait[]> =>
      (await client.listPaymentWaits()).items.filter((wait) => wait.sessionId === session.id),
    /** A session whose two calls are paused until they are paid for. */
    async waiting(input: { budget?: string } = {}) {
      const worker = await t.startWorker({ sweeps: false });
      const session = await t.session({ brief, models: provider.models, start: true, ...input });
      await vi.waitUntil(async () => {
        const work = (await client.getSession({ params: { sessionId: session.id } })).stages[0]?.work ?? [];
        return work.length > 0 && work.every((one) => one.state === "paused");
      }, atLatest);
      return { session, worker };
    },
    async [Symbol.asyncDispose]() {
      http.close();
      await t[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
type PaidApp = Awaited<ReturnType<typeof paidApp>>;

describe.each(engines)("the wallet API on %s", (engine) => {
  let paid: PaidApp;
  let client: Client;
  beforeAll(async () => {
    paid = await paidApp(engine);
    client = paid.http.client;
  });
  afterAll(() => paid[Symbol.asyncDispose]());

  it("books a top-up once, however many times it is sent with the same key", async () => {
    const first = await paid.topUp("250", "once", { note: "birthday" });
    expect(first).toEqual({ wallet: { balance: "250", held: "0", free: "250" }, resumed: [] });
    expect(await paid.topUp("250", "once", { note: "birthday" })).toEqual(first);
    await expect(paid.topUp("251", "once", { note: "birthday" })).rejects.toMatchObject({
      problem: { code: "conflict", status: 409 },
    });
    await expect(paid.topUp("250", "euros", { currency: "EUR" })).rejects.toMatchObject({
      problem: { code: "invalid_input", detail: expect.stringContaining("USD") },
    });
    expect(await client.getWallet()).toEqual(first.wallet);
    const { items } = await client.listStatementLines({ query: {} });
    expect(items).toMatchObject([{ kind: "top-up", amount: "250", memo: "birthday" }]);
  });

  it.each([["-1"], ["0"], ["1.5"], ["5 EUR"], [""], ["10000000000000"], [5]])(
    "refuses %o as an amount, naming the field",
    async (amount) => {
      const before = await client.getWallet();
      const response = await paid.http.send("/api/wallet/top-ups", {
        method: "post",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ amount, key: "bad" }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "invalid_input", details: [{ path: "body.amount" }] });
      expect(await client.getWallet()).toEqual(before);
    },
  );

  it("resumes the work that is waiting for money once the money suffices, and charges the finished calls", async () => {
    const { session, worker } = await paid.waiting();
    const waits = await paid.waitsOf(session);
    expect(waits.length).toBeGreaterThan(0);
    expect(waits[0]).toMatchObject({
      reason: "funds",
      amount: String(price),
      limit: "wallet",
      shortBy: String(price - 250),
      projectId: session.projectId,
      stage: "thesis",
    });
    expect(paid.models).toContain(waits[0]?.model);
    expect((await paid.topUp("700", "too little")).resumed).toEqual([]);
    expect((await paid.topUp("5000", "enough")).resumed).toHaveLength(2);
    const done = await paid.t.reach(session.id, "awaiting_feedback");
    await worker.stop();
    expect([done.spent, done.stages[0]?.spent, done.stages[1]?.spent]).toEqual([
      String(2 * price),
      String(2 * price),
      "0",
    ]);
    const list = await client.listSessions({ params: { projectId: session.projectId } });
    expect(list.items.map((one) => one.spent)).toEqual([String(2 * price)]);
    expect(await client.getWallet()).toEqual({ balance: "3948", held: "0", free: "3948" });
    expect(await client.auditWallet()).toEqual({ ok: true, discrepancies: [] });
  });

  it("groups the spending in every way, and lists the transactions behind every sum", async () => {
    const keys: Record<string, (string | null)[]> = {};
    for (const by of ["project", "session", "stage", "document", "exchange", "model"] as const) {
      const { groups, total, next } = await client.getStatement({ query: { by } });
      expect([total.paid, total.calls, next]).toEqual([String(2 * price), 2, null]);
      keys[by] = groups.map((group) => group.label);
      for (const group of groups) {
        const { items } = await client.listStatementLines({ query: { [by]: group.key ?? "none" } });
        const paid = items.reduce((sum, line) => sum - BigInt(line.amount), 0n);
        expect(String(paid)).toBe(group.paid);
      }
    }
    expect(keys).toMatchObject({
      project: ["Plant a hedge along the road"],
      session: ["Plant a hedge along the road"],
      stage: ["thesis"],
      exchange: [null],
      model: paid.models,
    });
    expect(keys.document?.toSorted()).toEqual([
      expect.stringMatching(/^thesis: .*scripted/),
      expect.stringMatching(/second/),
    ]);
  });

  it("returns lines in pages, newest first, and only those in the requested period", async () => {
    const all = (await client.listStatementLines({ query: {} })).items;
    const ids: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await client.listStatementLines({ query: { limit: 2, before } });
      ids.push(...page.items.map((line) => line.id));
      if (page.next === null) break;
      before = page.next;
    }
    expect(ids).toEqual(all.map((line) => line.id));
    expect(all).toHaveLength(5);
    expect((await client.listStatementLines({ query: { until: "2020-01-01" } })).items).toEqual([]);
    await expect(client.listStatementLines({ query: { from: "last week" } })).rejects.toMatchObject({
      problem: { code: "invalid_input" },
    });
  });

  it("pauses work at a session's budget, and resumes it after the budget is raised", async () => {
    const { session, worker } = await paid.waiting({ budget: "500" });
    expect((await paid.waitsOf(session))[0]).toMatchObject({ limit: "budget", shortBy: String(price - 500) });
    expect(session.budget).toEqual({ cap: "500", spent: "0", held: "0", free: "500" });
    const params = { sessionId: session.id };
    const { budget, resumed } = await client.changeBudget({ params, body: { cap: "2500" } });
    expect([budget?.cap, resumed.length]).toEqual(["2500", 2]);
    const done = await paid.t.reach(session.id, "awaiting_feedback");
    await worker.stop();
    expect(done.budget).toEqual({ cap: "2500", spent: String(2 * price), held: "0", free: "498" });
    expect(await client.getBudget({ params })).toEqual({ budget: done.budget });
    await expect(client.changeBudget({ params, body: { cap: "1" } })).rejects.toMatchObject({
      problem: { code: "conflict" },
    });
    expect(await client.changeBudget({ params, body: { cap: null } })).toEqual({ budget: null, resumed: [] });
  });

  it("approves the amount that the job asks for, unless another amount is given", async () => {
    // The balance is so small that a call costs more than the approval share of it.
    await using other = await paidApp(engine);
    const { client } = other.http;
    await other.topUp("3000", "for the approval");
    const { session, worker } = await other.waiting();
    const [wait] = await other.waitsOf(session);
    if (!wait) throw new Error("Nothing waits for approval.");
    expect(wait).toMatchObject({ reason: "approval", amount: String(price), limit: null, shortBy: null });
    const params = { jobId: wait.jobId };
    expect((await client.approveJob({ params, body: { amount: "10" } })).pauseReason).toBe("approval");
    expect((await client.approveJob({ params, body: {} })).pauseReason).toBeNull();
    // The session's other job was paused along with this one, or is asking for approval by now.
    await vi.waitUntil(async () => {
      const left = (await other.waitsOf(session)).filter((one) => one.jobId !== wait.jobId);
      for (const { jobId } of left) await client.approveJob({ params: { jobId }, body: {} });
      return left.length > 0;
    }, atLatest);
    await other.t.reach(session.id, "awaiting_feedback");
    await worker.stop();
    await expect(client.approveJob({ params, body: {} })).rejects.toMatchObject({
      problem: { code: "conflict", detail: expect.stringContaining("is not waiting for approval") },
    });
  });
});

describe.each(engines)("a statement as CSV on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await newApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is streamed whole, with formulas made harmless", async () => {
    const http = openHttp(t);
    await t.database
      .as(t.userId)
      .tx((db) => sql`select count(top_up('k' || n, n, '=1+' || n)) from generate_series(1, 602) n`.execute(db));
    const response = await http.send("/api/wallet/statement.csv");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="statement.csv"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(603);
    expect(lines[0]).toMatch(/^"transaction","at","kind","dollars"/);
    expect(lines[1]).toMatch(/"top-up",0\.000602,602,.*,"'=1\+602"$/);
    http.close();
  });

  it("aborts if a page cannot be read, so that half a file does not look complete", async () => {
    const http = openHttp(t);
    const rename = (from: string, to: string) =>
      t.database.asOwner((_, script) => script(`alter table ${from} rename to ${to}`));
    await rename("wallet_entries", "elsewhere");
    const response = await http.send("/api/wallet/statement.csv");
    await expect(response.text()).rejects.toThrow();
    await rename("elsewhere", "wallet_entries");
    http.close();
  });

  it("contains only the user's own transactions, and is refused for invalid filters", async () => {
    const http = openHttp(t, await addUser(t.database, "a stranger"));
    expect((await (await http.send("/api/wallet/statement.csv")).text()).split("\r\n")).toHaveLength(2);
    expect((await http.send("/api/wallet/statement.csv?session=17")).status).toBe(400);
    expect((await http.sendBare("/api/wallet/statement.csv")).status).toBe(401);
    http.close();
  });
});

import type { Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listJobs, pauseJob } from "#jobs";
import { changeSessionBudget, getSession, pauseStage, resumeStage } from "#sessions";
import { engines, type PaidProvider, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { approveWait, hold, listWaits, release, topUp } from "#wallet";

const brief = "Plant a hedge along the road.";
/** The units that every call reserves: one for each of a thousand output tokens, and one for the prompt (rounded up). */
const price = 1_001;

describe.each(engines)("what blocks a session on %s", (engine) => {
  let shared: TestApp;
  let t: TestApp;
  let provider: PaidProvider;
  let isBroken = false;
  beforeAll(async () => {
    shared = await testApp(engine);
    provider = await startPaidProvider((asked) => ({ pieces: wholeAnswer(asked), ...(isBroken && { status: 400 }) }));
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await shared[Symbol.asyncDispose]();
  });
  /** Every test has its own user and therefore its own wallet. */
  const paidApp = async () => {
    t = await testApp(engine, { beside: shared });
    provider.listIn(t.dataDir);
    return t;
  };
  const read = (session: Session) => getSession(t.ctx, { sessionId: session.id });
  /** A session whose two thesis calls are paused. */
  async function paused(input: { budget?: string } = {}): Promise<Session> {
    const session = await t.session({ brief, models: provider.models, start: true, ...input });
    await t.reach(session.id, "paused");
    return vi.waitUntil(
      async () => {
        const now = await read(session);
        return now.stages[0]?.work.every(({ state }) => state === "paused") ? now : undefined;
      },
      { timeout: 20_000 },
    );
  }

  it("is the wallet until the money is there, and nothing after that, even if the jobs have not resumed yet", async () => {
    await using app = await paidApp();
    await topUp(app.ctx, { amount: 5_250n, key: "first" });
    const scope = { projectId: null, sessionId: null, stage: null, model: null };
    const other = await app.ctx.db.tx((db) =>
      hold(db, { callKey: "c", attempt: "1", amount: 5_000n, lease: { leaseMs: 60_000 }, scope }),
    );
    const worker = await app.startWorker({ sweeps: false });
    const session = await paused();
    await worker.stop();
    expect(session.blockedBy).toEqual({
      kind: "funds",
      since: expect.any(String),
      jobs: 2,
      amount: String(2 * price),
      limit: "wallet",
      shortBy: String(2 * price - 250),
    });
    await app.ctx.db.tx(async (db) => other.ok && release(db, other.holdId));
    expect(await read(session)).toMatchObject({ status: "paused", blockedBy: null });
  });

  it("is the budget if it allows less than the wallet", async () => {
    await using app = await paidApp();
    await topUp(app.ctx, { amount: 100_000n, key: "first" });
    const worker = await app.startWorker({ sweeps: false });
    const session = await paused({ budget: "500" });
    expect(session.blockedBy).toMatchObject({ kind: "funds", limit: "budget", shortBy: String(2 * price - 500) });
    await changeSessionBudget(app.ctx, { sessionId: session.id, cap: null });
    expect(await app.reach(session.id, "awaiting_feedback")).toMatchObject({ blockedBy: null });
    await worker.stop();
  });

  it("is an approval, with the amount that needs approval", async () => {
    await using app = await paidApp();
    await topUp(app.ctx, { amount: 3_000n, key: "first" });
    const worker = await app.startWorker({ sweeps: false });
    const session = await paused();
    expect(session.blockedBy).toMatchObject({ kind: "approval", since: expect.any(String) });
    const asking = await listWaits(app.ctx, { session: session.id });
    const asked = asking.reduce((sum, { amount }) => sum + amount, 0n);
    expect(session.blockedBy).toMatchObject({ amount: String(asked) });
    for (const { jobId } of asking) await approveWait(app.ctx, { jobId, amount: undefined });
    expect(await app.reach(session.id, "awaiting_feedback")).toMatchObject({ blockedBy: null });
    await worker.stop();
  });

  it("is the person who paused the stage, or who paused the only remaining job", async () => {
    await using app = await paidApp();
    const session = await app.session({ brief, start: true });
    const stage = { sessionId: session.id, stage: "thesis" };
    expect((await read(session)).blockedBy).toBeNull();
    expect((await pauseStage(app.ctx, stage)).blockedBy).toMatchObject({ kind: "user", since: expect.any(String) });
    expect((await resumeStage(app.ctx, stage)).blockedBy).toBeNull();
    const [root] = (await app.ctx.db.tx((db) => listJobs(db, { session: session.id, limit: 10 }))).items;
    await app.ctx.db.tx((db) => pauseJob(db, root!.id));
    expect((await read(session)).blockedBy).toMatchObject({ kind: "user", jobs: 1 });
  });

  it("is the error of the job that failed, not that of the stage that failed because of it", async () => {
    await using app = await paidApp();
    await topUp(app.ctx, { amount: 100_000n, key: "first" });
    isBroken = true;
    const worker = await app.startWorker();
    const session = await app.session({ brief, models: [provider.model], start: true });
    const failed = await app.reach(session.id, "failed");
    await worker.stop();
    isBroken = false;
    expect(failed.blockedBy).toMatchObject({
      kind: "failed",
      label: expect.stringContaining("thesis"),
      code: expect.not.stringMatching("child_failed"),
      message: expect.stringContaining("Not now."),
    });
  });
});

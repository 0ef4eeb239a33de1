import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listJobs } from "#jobs";
import { cancelStage, getSession, retryStage } from "#sessions";
import { engines, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { topUp } from "#wallet";

const brief = "Plant a hedge along the road.";

describe.each(engines)("on %s, work that waits for a provider", (engine) => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await testApp(engine);
  });
  afterAll(() => shared[Symbol.asyncDispose]());

  /** An app whose provider reports that its rate limit is reached and asks for a wait of ten minutes. */
  async function opened() {
    let isDown = true;
    const provider = await startPaidProvider((asked) =>
      isDown ? { pieces: [], status: 429, headers: { "retry-after": "600" } } : { pieces: wholeAnswer(asked) },
    );
    const t = await testApp(engine, { beside: shared });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 100_000n, key: "first" });
    await t.database.asOwner((db) => db.deleteFrom("rate_limits").execute());
    return {
      ...t,
      provider,
      up() {
        isDown = false;
      },
      start: () => t.session({ brief, models: [provider.model], start: true }),
      waiting: (sessionId: Parameters<typeof getSession>[1]["sessionId"]) =>
        vi.waitUntil(
          async () => {
            // The breaker opens before the failed job is requeued. Until then, the job is shown as running.
            const session = await getSession(t.ctx, { sessionId });
            const isRunning = session.stages.some(({ work }) => work.some(({ state }) => state === "running"));
            return session.blockedBy && !isRunning && session;
          },
          { timeout: 20_000 },
        ),
      async [Symbol.asyncDispose]() {
        await t[Symbol.asyncDispose]();
        await provider[Symbol.asyncDispose]();
      },
    };
  }

  it("is reported with the provider, the reason, the beginning and end of the wait, and the next retry", async () => {
    await using t = await opened();
    const worker = await t.startWorker();
    const { id } = await t.start();
    const session = await t.waiting(id);
    const wait = {
      model: t.provider.model,
      code: "rate_limited",
      status: 429,
      obstacle: null,
      since: expect.any(String),
      tries: 1,
      nextTryAt: expect.any(String),
      until: expect.any(String),
    };
    expect(session).toMatchObject({ status: "running", blockedBy: { kind: "provider", jobs: 1, ...wait } });
    const [stage] = session.stages;
    expect(stage?.waits).toEqual([wait]);
    expect(stage?.work).toMatchObject([{ state: "waiting", why: null, waitsFor: wait }]);
    const [told] = stage?.waits ?? [];
    const lasts = (from?: string | null, to?: string | null) => Date.parse(to ?? "") - Date.parse(from ?? "");
    expect(lasts(told?.since, told?.until)).toBe(900_000);
    expect(lasts(told?.since, told?.nextTryAt)).toBeGreaterThanOrEqual(600_000);
    const jobs = await t.ctx.db.tx((db) => listJobs(db, { session: id, status: "retrying", limit: 10 }));
    expect(jobs.items).toMatchObject([{ attempt: 0, waitsFor: wait, error: { code: "rate_limited" } }]);
    await worker.stop();
  });

  it("is reported even if it was never attempted itself", async () => {
    await using t = await opened();
    await t.startWorker();
    await t.waiting((await t.start()).id);
    const second = await t.waiting((await t.start()).id);
    expect(second.blockedBy).toMatchObject({ kind: "provider", model: t.provider.model, status: 429 });
    expect(t.provider.timesAsked()).toBe(1);
  });

  it("is retried at once when a person retries the stage", async () => {
    await using t = await opened();
    await t.startWorker();
    const { id } = await t.start();
    await t.waiting(id);
    t.up();
    await retryStage(t.ctx, { sessionId: id, stage: "thesis" });
    const done = await t.reach(id, "awaiting_feedback");
    expect(done).toMatchObject({ blockedBy: null, stages: [{ waits: [] }, {}, {}, {}, {}] });
    expect(t.provider.timesAsked()).toBe(2);
  });

  it("can be cancelled", async () => {
    await using t = await opened();
    await t.startWorker();
    const { id } = await t.start();
    await t.waiting(id);
    expect(await cancelStage(t.ctx, { sessionId: id, stage: "thesis" })).toMatchObject({ status: "ready" });
  });
});

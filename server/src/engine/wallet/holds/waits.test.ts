import type { JobId } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { approve, askApproval, changeBudget, isApproved, listWaits, setBudget, sweepWaits, topUp } from "../index.ts";
import { sharedWallet, type TestWallet } from "../wallet.fixture.ts";

/** A job that asked for more money than the wallet has, and paused. */
async function pausedFor(t: TestWallet, amount: bigint, job: Parameters<TestWallet["addJob"]>[0] = {}): Promise<JobId> {
  const jobId = await t.addJob(job);
  const fence = await t.lease(jobId);
  const scope = { sessionId: job.sessionId ?? null };
  const outcome = await t.ask({ callKey: jobId, attempt: String(fence), amount, lease: { jobId, fence }, scope });
  expect(outcome.ok).toBe(false);
  await t.pause(jobId, fence);
  return jobId;
}

const statuses = (t: TestWallet, ...ids: JobId[]) => Promise.all(ids.map((id) => t.jobStatus(id)));

describe.each(engines)("jobs paused for lack of funds on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("resume after a top-up as far as the money goes, oldest first, skipping those that need too much", async () => {
    const t = await setup();
    const jobs = [await pausedFor(t, 30n), await pausedFor(t, 100n), await pausedFor(t, 30n), await pausedFor(t, 30n)];
    expect((await listWaits(t.ctx)).map(({ jobId, amount }) => [jobId, amount])).toEqual(
      jobs.map((id, n) => [id, n === 1 ? 100n : 30n]),
    );
    const { resumed } = await topUp(t.ctx, { amount: 70n, key: "k" });
    expect(resumed).toEqual([jobs[0], jobs[2]]);
    expect(await statuses(t, ...jobs)).toEqual(["pending", "paused", "pending", "paused"]);
  });

  it("cannot use money that resumed jobs need but have not held yet", async () => {
    const t = await setup();
    const [first, second] = [await pausedFor(t, 30n), await pausedFor(t, 30n)];
    expect((await topUp(t.ctx, { amount: 40n, key: "k" })).resumed).toEqual([first]);
    await sweepWaits(t.database);
    expect(await statuses(t, first, second)).toEqual(["pending", "paused"]);
    const fence = await t.lease(first);
    await t.held({ callKey: first, attempt: String(fence), amount: 30n, lease: { jobId: first, fence } });
    expect((await listWaits(t.ctx)).map((wait) => wait.jobId)).toEqual([second]);
  });

  it("resume when a running call costs less than its hold", async () => {
    const t = await setup({ balance: 50n });
    const holdId = await t.held({ amount: 50n });
    const jobId = await pausedFor(t, 30n);
    await t.settle(holdId, 5n);
    await sweepWaits(t.database);
    expect(await t.jobStatus(jobId)).toBe("pending");
  });

  it("are resumed with their siblings, which are assumed to need the same amount", async () => {
    const t = await setup();
    const parentId = await t.addJob({ kind: "plan" });
    const siblings = [await t.addJob({ parentId }), await t.addJob({ parentId })];
    const short = await pausedFor(t, 30n, { parentId });
    expect(await statuses(t, ...siblings)).toEqual(["paused", "paused"]);
    expect((await topUp(t.ctx, { amount: 60n, key: "k" })).resumed).toHaveLength(2);
    expect((await topUp(t.ctx, { amount: 30n, key: "l" })).resumed).toHaveLength(1);
    expect(await statuses(t, short, ...siblings)).toEqual(["pending", "pending", "pending"]);
  });

  it("resume when their budget is raised, as far as the money goes", async () => {
    const t = await setup({ balance: 1000n });
    const sessionId = t.newSession();
    const subject = { kind: "session" as const, id: sessionId };
    await t.tx((db) => setBudget(db, { subject, cap: 10n }));
    const jobs = [await pausedFor(t, 30n, { sessionId }), await pausedFor(t, 30n, { sessionId })];
    expect((await topUp(t.ctx, { amount: 5n, key: "k" })).resumed).toEqual([]);
    expect((await changeBudget(t.ctx, { subject, cap: 50n })).resumed).toEqual([jobs[0]]);
    expect((await changeBudget(t.ctx, { subject, cap: null })).resumed).toEqual([jobs[1]]);
  });

  it("are not resumed by another user's top-up; jobs that wait for approval are resumed by no top-up", async () => {
    const [t, stranger] = [await setup(), await setup()];
    const short = await pausedFor(t, 30n);
    const asking = await t.addJob();
    await t.pause(asking, await t.lease(asking), "approval");
    expect((await topUp(stranger.ctx, { amount: 500n, key: "k" })).resumed).toEqual([]);
    expect(await statuses(t, short)).toEqual(["paused"]);
    expect(await listWaits(stranger.ctx)).toEqual([]);
    expect((await topUp(t.ctx, { amount: 500n, key: "k" })).resumed).toEqual([short]);
    expect(await statuses(t, asking)).toEqual(["paused"]);
  });
});

describe.each(engines)("an approval on %s", (engine) => {
  const setup = sharedWallet(engine);

  async function asking(t: TestWallet, amount: bigint, parentId: JobId | null = null): Promise<JobId> {
    const jobId = await t.addJob({ parentId });
    const fence = await t.lease(jobId);
    await t.tx((db) => askApproval(db, { jobId, amount }));
    await t.pause(jobId, fence, "approval");
    return jobId;
  }

  it("applies to its own chain only: resumes it, and covers its calls up to the approved amount", async () => {
    const t = await setup({ balance: 100n });
    const [jobId, other] = [await asking(t, 40n), await asking(t, 40n)];
    expect(await listWaits(t.ctx)).toMatchObject([{ jobId, reason: "approval", amount: 40n }, { jobId: other }]);
    expect(await approve(t.ctx, { jobId, amount: 40n })).toEqual({ resumed: [jobId] });
    expect(await approve(t.ctx, { jobId, amount: 40n })).toEqual({ resumed: [] });
    expect(await statuses(t, jobId, other)).toEqual(["pending", "paused"]);
    const holds = (chainId: JobId, amount: bigint) => t.tx((db) => isApproved(db, { chainId, amount }));
    expect([await holds(jobId, 40n), await holds(jobId, 1n)]).toEqual([true, true]);
    expect([await holds(jobId, 41n), await holds(other, 1n)]).toEqual([false, false]);
    expect(await t.events()).toEqual(["wallet.topped-up", "wallet.approved"]);
  });

  it("does not resume the chain if it is lower than the amount asked for", async () => {
    const t = await setup({ balance: 100n });
    const jobId = await asking(t, 40n);
    expect(await approve(t.ctx, { jobId, amount: 39n })).toEqual({ resumed: [] });
    expect(await t.jobStatus(jobId)).toBe("paused");
  });

  it("also resumes siblings that were paused along with the job, except those that need approval themselves", async () => {
    const t = await setup({ balance: 100n });
    const parentId = await t.addJob({ kind: "plan" });
    const first = await asking(t, 40n, parentId);
    const bystander = await t.addJob({ parentId });
    const second = await asking(t, 50n, parentId);
    expect(await statuses(t, bystander)).toEqual(["paused"]);
    await approve(t.ctx, { jobId: first, amount: 40n });
    expect(await statuses(t, first, bystander, second)).toEqual(["pending", "pending", "paused"]);
  });

  it("can be given only by the owner, and only for a positive amount", async () => {
    const [t, stranger] = [await setup({ balance: 100n }), await setup()];
    const jobId = await asking(t, 40n);
    await expect(approve(stranger.ctx, { jobId, amount: 40n })).rejects.toMatchObject({ code: "not_found" });
    await expect(approve(t.ctx, { jobId, amount: 0n })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await t.jobStatus(jobId)).toBe("paused");
  });
});

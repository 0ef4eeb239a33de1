import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listNotifications } from "#events";
import { engines } from "#test";
import { approve, askApproval, changeBudget, setBudget, sweepWaits, topUp } from "./index.ts";
import { sharedWallet, type TestWallet } from "./wallet.fixture.ts";

type NewJob = NonNullable<Parameters<TestWallet["addJob"]>[0]>;

/** Leases the job, asks for this much, is refused, and pauses. */
async function meetLimit(t: TestWallet, jobId: JobId, amount: bigint, job: NewJob = {}): Promise<void> {
  const fence = await t.lease(jobId);
  const scope = { sessionId: job.sessionId ?? null };
  const outcome = await t.ask({ callKey: jobId, attempt: String(fence), amount, lease: { jobId, fence }, scope });
  expect(outcome.ok).toBe(false);
  await t.pause(jobId, fence);
}

const notificationsOf = async (t: TestWallet) =>
  (await listNotifications(t.ctx, { limit: 50 })).toReversed().map(({ kind, data }) => ({ kind, data }));

describe.each(engines)("notifications about money on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("are added once, with the amount needed, however many jobs are paused for lack of money", async () => {
    const t = await setup({ balance: 100_000n });
    const sessionId = t.newSession();
    const parentId = await t.addJob({ kind: "plan", sessionId, stage: "thesis" });
    const job = { parentId, sessionId, stage: "thesis", label: "atlas's thesis" };
    const jobs = [await t.addJob(job), await t.addJob(job), await t.addJob(job)] as const;
    await t.lease(jobs[1]); // this job is also running when the first reaches the limit
    await meetLimit(t, jobs[0], 350_000n, job);
    await meetLimit(t, jobs[1], 350_000n, job);
    expect(await t.jobStatus(jobs[2])).toBe("paused");
    expect(await notificationsOf(t)).toEqual([
      { kind: "funds.short", data: { label: "atlas's thesis", amount: "350000", free: "100000" } },
    ]);
    const [notification] = await listNotifications(t.ctx, { limit: 1 });
    expect(notification).toMatchObject({ sessionId, stage: "thesis", jobId: jobs[0] });
  });

  it("are added once when a top-up resumes work, and again when funds run short again", async () => {
    const t = await setup();
    const [one, two] = [await t.addJob(), await t.addJob()];
    await meetLimit(t, one, 30n);
    await topUp(t.ctx, { amount: 10n, key: "too little" });
    expect((await notificationsOf(t)).map(({ kind }) => kind)).toEqual(["funds.short"]);
    await topUp(t.ctx, { amount: 20n, key: "enough" });
    await meetLimit(t, two, 1_000_000_000n);
    expect(await notificationsOf(t)).toMatchObject([
      { kind: "funds.short" },
      { kind: "work.resumed", data: { label: "execute" } },
      { kind: "funds.short", data: { amount: "1000000000" } },
    ]);
  });

  it("are not added when jobs resume because a call cost less than its hold", async () => {
    const t = await setup({ balance: 50n });
    const holdId = await t.held({ amount: 50n });
    const jobId = await t.addJob();
    await meetLimit(t, jobId, 30n);
    await t.settle(holdId, 5n);
    await sweepWaits(t.database);
    expect(await t.jobStatus(jobId)).toBe("pending");
    expect((await notificationsOf(t)).map(({ kind }) => kind)).toEqual(["funds.short"]);
  });

  it("name the budget that was reached and what is left of it", async () => {
    const t = await setup({ balance: 9_000_000n });
    const sessionId = t.newSession();
    const subject = { kind: "session" as const, id: sessionId };
    await t.tx((db) => setBudget(db, { subject, cap: 2_500_000n }));
    const job = { sessionId, stage: "thesis", label: "atlas's thesis" };
    const jobs = [await t.addJob(job), await t.addJob(job)] as const;
    for (const jobId of jobs) await meetLimit(t, jobId, 2_600_000n, job);
    expect(await notificationsOf(t)).toEqual([
      {
        kind: "budget.reached",
        data: { label: "atlas's thesis", amount: "2600000", free: "2500000", cap: "2500000" },
      },
    ]);
    await changeBudget({ db: t.ctx.db }, { subject, cap: 6_000_000n });
    expect((await notificationsOf(t)).slice(1).every(({ kind }) => kind === "work.resumed")).toBe(true);
    expect(await notificationsOf(t)).toHaveLength(3); // these jobs belong to no stage run, so each has its own notification
  });

  it("ask for approval, stating the amount and the balance", async () => {
    const t = await setup({ balance: 1_200_000n });
    const jobId = await t.addJob({ label: "atlas's thesis" });
    const fence = await t.lease(jobId);
    await t.tx((db) => askApproval(db, { jobId, amount: 300_000n }));
    await t.pause(jobId, fence, "approval");
    await approve(t.ctx, { jobId, amount: 300_000n });
    expect(await notificationsOf(t)).toEqual([
      { kind: "approval.needed", data: { label: "atlas's thesis", amount: "300000", balance: "1200000" } },
      { kind: "work.resumed", data: { label: "atlas's thesis" } },
    ]);
  });

  it("are not added again when the job pauses again before a top-up", async () => {
    const t = await setup();
    const jobId = await t.addJob();
    await meetLimit(t, jobId, 30n);
    await t.asSuperuser(sql`select resume_job(${jobId})`);
    await meetLimit(t, jobId, 30n);
    expect((await notificationsOf(t)).map(({ kind }) => kind)).toEqual(["funds.short"]);
  });
});

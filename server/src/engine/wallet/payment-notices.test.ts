import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listNotices } from "#events";
import { engines } from "#test";
import { approve, askApproval, changeBudget, setBudget, sweepWaits, topUp } from "./index.ts";
import { sharedWallet, type TestWallet } from "./wallet.fixture.ts";

type NewJob = NonNullable<Parameters<TestWallet["addJob"]>[0]>;

/** Takes the job, asks for this much, is refused, and pauses. */
async function meetLimit(t: TestWallet, jobId: JobId, amount: bigint, job: NewJob = {}): Promise<void> {
  const fence = await t.claim(jobId);
  const scope = { sessionId: job.sessionId ?? null };
  const outcome = await t.ask({ callKey: jobId, attempt: String(fence), amount, lease: { jobId, fence }, scope });
  expect(outcome.ok).toBe(false);
  await t.pause(jobId, fence);
}

const toldTo = async (t: TestWallet) =>
  (await listNotices(t.ctx, { limit: 50 })).toReversed().map(({ kind, text }) => ({ kind, text }));

describe.each(engines)("notices about money on %s", (engine) => {
  const setup = sharedWallet(engine);

  it("say once what is missing and what to type, however many jobs rest for it", async () => {
    const t = await setup({ balance: 100_000n });
    const sessionId = t.newSession();
    const parentId = await t.addJob({ kind: "plan", sessionId, stage: "thesis" });
    const job = { parentId, sessionId, stage: "thesis", label: "atlas's thesis" };
    const jobs = [await t.addJob(job), await t.addJob(job), await t.addJob(job)] as const;
    await t.claim(jobs[1]); // under way, too, when the first meets the limit
    await meetLimit(t, jobs[0], 350_000n, job);
    await meetLimit(t, jobs[1], 350_000n, job);
    expect(await t.jobStatus(jobs[2])).toBe("paused");
    expect(await toldTo(t)).toEqual([
      {
        kind: "paused",
        text: "atlas's thesis is paused: it needs $0.35 and $0.10 is free. Add money to go on.",
      },
    ]);
    const [notice] = await listNotices(t.ctx, { limit: 1 });
    expect(notice).toMatchObject({
      sessionId,
      stage: "thesis",
      place: `/sessions/${sessionId}?stage=thesis`,
      jobId: jobs[0],
    });
  });

  it("say that work goes on when somebody paid, once, and anew when it is short again", async () => {
    const t = await setup();
    const [one, two] = [await t.addJob(), await t.addJob()];
    await meetLimit(t, one, 30n);
    await topUp(t.ctx, { amount: 10n, key: "too little" });
    expect((await toldTo(t)).map((notice) => notice.kind)).toEqual(["paused"]);
    await topUp(t.ctx, { amount: 20n, key: "enough" });
    await meetLimit(t, two, 1_000_000_000n);
    expect(await toldTo(t)).toMatchObject([
      { kind: "paused" },
      { kind: "resumed", text: "execute goes on." },
      { kind: "paused", text: expect.stringContaining("it needs $1000.00 and") },
    ]);
  });

  it("say nothing when workers try again because money became free by itself", async () => {
    const t = await setup({ balance: 50n });
    const holdId = await t.held({ amount: 50n });
    const jobId = await t.addJob();
    await meetLimit(t, jobId, 30n);
    await t.settle(holdId, 5n);
    await sweepWaits(t.database);
    expect(await t.jobStatus(jobId)).toBe("pending");
    expect((await toldTo(t)).map((notice) => notice.kind)).toEqual(["paused"]);
  });

  it("say that a budget is reached, and how to raise it", async () => {
    const t = await setup({ balance: 9_000_000n });
    const sessionId = t.newSession();
    const subject = { kind: "session" as const, id: sessionId };
    await t.tx((db) => setBudget(db, { subject, cap: 2_500_000n }));
    const job = { sessionId, stage: "thesis", label: "atlas's thesis" };
    const jobs = [await t.addJob(job), await t.addJob(job)] as const;
    for (const jobId of jobs) await meetLimit(t, jobId, 2_600_000n, job);
    expect(await toldTo(t)).toEqual([
      {
        kind: "budget.reached",
        text: `The budget of $2.50 is reached: atlas's thesis needs $2.60 and $2.50 of it is left. Raise it to go on.`,
      },
    ]);
    await changeBudget({ db: t.ctx.db }, { subject, cap: 6_000_000n });
    expect((await toldTo(t)).slice(1).every((notice) => notice.kind === "resumed")).toBe(true);
    expect(await toldTo(t)).toHaveLength(3); // these jobs belong to no stage run: each is its own
  });

  it("ask for leave with the amount and its share of what there is", async () => {
    const t = await setup({ balance: 1_200_000n });
    const jobId = await t.addJob({ label: "atlas's thesis" });
    const fence = await t.claim(jobId);
    await t.tx((db) => askApproval(db, { jobId, amount: 300_000n }));
    await t.pause(jobId, fence, "approval");
    await approve(t.ctx, { jobId, amount: 300_000n });
    expect(await toldTo(t)).toEqual([
      {
        kind: "paused",
        text: `atlas's thesis waits for your approval to spend $0.30, 25 % of the $1.20 you have.`,
      },
      { kind: "resumed", text: "atlas's thesis goes on." },
    ]);
  });

  it("are not told twice when it rests again before anybody paid", async () => {
    const t = await setup();
    const jobId = await t.addJob();
    await meetLimit(t, jobId, 30n);
    await t.asSuperuser(sql`select resume_job(${jobId})`);
    await meetLimit(t, jobId, 30n);
    expect((await toldTo(t)).map((notice) => notice.kind)).toEqual(["paused"]);
  });
});

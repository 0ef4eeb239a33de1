import type { JobId } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { cancelJob, getJob, listJobs, pauseJob, resumeJob, retryJob, supersedeJob } from "./control-job.ts";
import { sharedJobs } from "./jobs.fixture.ts";
import { pauseAttempt, waitForChildren } from "./leases/attempts.store.ts";

describe.each(engines)("job control on %s", (engine) => {
  const setup = sharedJobs(engine);
  type Setup = Awaited<ReturnType<typeof setup>>;
  const on = (t: Setup) => ({
    cancel: (id: JobId) => t.tx((db) => cancelJob(db, id)),
    pause: (id: JobId) => t.tx((db) => pauseJob(db, id)),
    resume: (id: JobId) => t.tx((db) => resumeJob(db, id)),
    retry: (id: JobId) => t.tx((db) => retryJob(db, id)),
  });

  describe("cancel", () => {
    it("ends idle descendants immediately, and running ones once their handler has obeyed the request to stop", async () => {
      const t = await setup();
      const root = await t.plan([{}, {}, {}]);
      const [running, done] = await t.lease(2);
      await t.complete(done!);
      await on(t).cancel(root.id);
      const rest = root.children.filter((id) => id !== running!.id && id !== done!.id);
      expect(await t.statuses(root.id, running!.id, done!.id, ...rest)).toEqual([
        "cancelled",
        "processing",
        "completed",
        "cancelled",
      ]);
      expect(await t.row(running!.id)).toMatchObject({ cancel_requested: true });
      await t.handBack(running!);
      expect(await t.status(running!.id)).toBe("cancelled");
    });

    it("is withdrawn by a retry if the running job has not stopped yet", async () => {
      const t = await setup();
      const root = await t.plan([{}, {}]);
      const [running] = await t.lease(1);
      await on(t).cancel(root.id);
      await on(t).retry(root.id);
      expect(await t.row(running!.id)).toMatchObject({ status: "processing", cancel_requested: false });
      // The worker had already seen the cancellation, and stops.
      await t.handBack(running!);
      expect(await t.statuses(root.id, ...root.children)).toEqual(["waiting_for_children", "pending", "pending"]);
      for (const job of await t.lease()) await t.complete(job);
      expect(await t.status(root.id)).toBe("completed");
    });

    it("keeps the result of a running job, and starts no continuation", async () => {
      const t = await setup();
      const plan = await t.plan([{}, {}]);
      const [chain, done] = await t.lease();
      await on(t).cancel(plan.id);
      await t.complete(done!);
      const next = await t.continueJob(chain!);
      expect(await t.statuses(chain!.id, next, done!.id)).toEqual(["completed", "cancelled", "completed"]);
      expect(await t.lease()).toEqual([]);
    });

    it("creates no children for a job that was cancelled while it planned them", async () => {
      const t = await setup();
      const id = await t.add({ kind: "plan" });
      const held = await t.take(id);
      await on(t).cancel(id);
      const wait = { type: "waitForChildren" as const, children: [t.newJob()], step: { current: 1, total: 1 } };
      expect(await t.tx((db) => waitForChildren(db, held, wait))).toBe("cancelled");
      expect(await t.family(id)).toHaveLength(1);
      await on(t).retry(id);
      expect(await t.take(id)).toMatchObject({ currentStep: null, leasedAs: "pending" });
    });

    it("ends a child and the jobs that wait for it, and ends the parent once all other children have ended", async () => {
      const t = await setup();
      const plan = await t.plan([{}, {}]);
      const [one, other] = plan.children;
      const waiter = await t.add({ prerequisiteId: one! });
      await on(t).cancel(one!);
      expect(await t.statuses(plan.id, waiter)).toEqual(["waiting_for_children", "cancelled"]);
      await t.complete(await t.take(other!));
      expect(await t.row(plan.id)).toMatchObject({ status: "cancelled", ended_by: one });
    });

    it("is refused for a completed job", async () => {
      const t = await setup();
      const id = await t.add();
      await t.complete(await t.take(id));
      await expect(on(t).cancel(id)).rejects.toMatchObject({
        code: "forbidden_transition",
        message: `Job ${id} is completed; there is nothing to cancel.`,
      });
    });
  });

  describe("pause and resume", () => {
    it("pauses each job in its current status and resumes it there", async () => {
      const t = await setup();
      const first = await t.add();
      const root = await t.plan([{ priority: 3 }, { prerequisiteId: first }, {}]);
      const retrying = (await t.lease(1))[0]!;
      await t.fail(retrying, true, 60_000);
      await on(t).pause(root.id);
      const ids = [root.id, ...root.children];
      expect(await t.statuses(...ids)).toEqual(["paused", "paused", "paused", "paused"]);
      expect((await t.lease()).map((job) => job.id)).toEqual([first]);
      await on(t).resume(root.id);
      expect(await t.statuses(...ids)).toEqual([
        "waiting_for_children",
        "retrying",
        "waiting_for_prerequisite",
        "pending",
      ]);
      await expect(on(t).resume(root.id)).rejects.toMatchObject({ code: "forbidden_transition" });
    });

    it("lets a running job finish its attempt and pauses its retry, continuation or children", async () => {
      const t = await setup();
      const root = await t.plan([{}, {}, {}, { kind: "plan" }]);
      const jobs = new Map((await t.lease()).map((job) => [job.id, job]));
      const [done, chain, failing, planning] = root.children.map((id) => jobs.get(id)!);
      await on(t).pause(root.id);
      await t.complete(done!);
      const next = await t.continueJob(chain!);
      await t.fail(failing!, true);
      const child = t.newJob();
      await t.tx((db) =>
        waitForChildren(db, planning!, { type: "waitForChildren", children: [child], step: { current: 1, total: 1 } }),
      );
      const ids = [root.id, done!.id, chain!.id, next, failing!.id, planning!.id, child.id];
      expect(await t.statuses(...ids)).toEqual([
        "paused",
        "completed",
        "completed",
        "paused",
        "paused",
        "paused",
        "paused",
      ]);
      expect(await t.lease()).toEqual([]);
      await on(t).resume(root.id);
      expect(await t.statuses(...ids)).toEqual([
        "waiting_for_children",
        "completed",
        "completed",
        "pending_continuation",
        "retrying",
        "waiting_for_children",
        "pending",
      ]);
    });

    it("re-checks children and prerequisites on resume, since they may have ended in the meantime", async () => {
      const t = await setup();
      const plan = await t.plan([{}]);
      const held = (await t.lease())[0]!;
      const waiter = await t.add({ prerequisiteId: held.id });
      await on(t).pause(plan.id);
      await on(t).pause(waiter);
      await t.complete(held);
      expect(await t.statuses(plan.id, waiter)).toEqual(["paused", "paused"]);
      await on(t).resume(plan.id);
      await on(t).resume(waiter);
      expect(await t.statuses(plan.id, waiter)).toEqual(["completed", "pending"]);
    });

    it("fails a paused parent when its child fails", async () => {
      const t = await setup();
      const plan = await t.plan([{}, {}]);
      const held = (await t.lease(1))[0]!;
      await on(t).pause(plan.id);
      await t.fail(held);
      const sibling = plan.children.find((id) => id !== held.id)!;
      expect(await t.statuses(plan.id, sibling)).toEqual(["failed", "cancelled"]);
    });

    it("pauses a job without funds and its runnable siblings, and never fails them", async () => {
      const t = await setup();
      const plan = await t.plan([{}, {}, {}]);
      const [short, running] = await t.lease(2);
      await t.tx((db) => pauseAttempt(db, short!, "funds"));
      const runnable = plan.children.find((id) => id !== short!.id && id !== running!.id)!;
      expect(await t.statuses(plan.id, short!.id, running!.id, runnable)).toEqual([
        "waiting_for_children",
        "paused",
        "processing",
        "paused",
      ]);
      expect(await t.row(runnable)).toMatchObject({ pause_reason: "funds", resumes_as: "pending" });
      expect(await t.row(short!.id)).toMatchObject({ attempt: 0, error: null });
      await on(t).resume(plan.id);
      expect(await t.statuses(short!.id, runnable)).toEqual(["pending", "pending"]);
    });
  });

  describe("retry", () => {
    it("restarts a failed job, its ended ancestors, and the siblings that were cancelled because of it", async () => {
      const t = await setup();
      const root = await t.plan([{ kind: "plan" }]);
      const middle = await t.take(root.children[0]!);
      const children = [t.newJob(), t.newJob(), t.newJob()];
      await t.tx((db) =>
        waitForChildren(db, middle, { type: "waitForChildren", children, step: { current: 1, total: 1 } }),
      );
      const [failing, done] = await t.lease(2);
      await t.complete(done!);
      await t.fail(failing!);
      expect(await t.statuses(root.id, middle.id)).toEqual(["failed", "failed"]);
      await on(t).retry(failing!.id);
      expect(await t.statuses(root.id, middle.id, done!.id)).toEqual([
        "waiting_for_children",
        "waiting_for_children",
        "completed",
      ]);
      const again = await t.lease();
      expect(again).toHaveLength(2);
      expect(again.find((job) => job.id === failing!.id)).toMatchObject({ attempt: 0, fence: 2n });
      await t.complete(...again);
      expect(await t.status(root.id)).toBe("completed");
      expect(await t.row(failing!.id)).toMatchObject({ error: null, errors: [{ code: "internal" }] });
    });

    it("repeats only the failed jobs when a whole tree is retried", async () => {
      const t = await setup();
      const root = await t.plan([{}, {}, {}]);
      const [a, b, c] = await t.lease();
      await t.complete(a!);
      await t.fail(b!);
      await t.fail(c!);
      await on(t).retry(root.id);
      const again = await t.lease();
      expect(again.map((job) => job.id).sort()).toEqual([b!.id, c!.id].sort());
      await t.complete(...again);
      expect(await t.status(root.id)).toBe("completed");
    });

    it("runs a parent again if the parent itself failed", async () => {
      const t = await setup();
      const plan = await t.plan([{}], { step: { current: 1, total: 2 } });
      await t.complete((await t.lease())[0]!);
      await t.fail(await t.take(plan.id));
      await on(t).retry(plan.id);
      expect(await t.take(plan.id)).toMatchObject({ currentStep: 1, leasedAs: "pending" });
    });

    it("also retries the prerequisite of a failed job, and the jobs that failed because of a retried job", async () => {
      const t = await setup();
      const awaited = await t.add();
      const waiter = await t.add({ prerequisiteId: awaited });
      await t.fail(await t.take(awaited));
      await on(t).retry(waiter);
      expect(await t.statuses(awaited, waiter)).toEqual(["pending", "waiting_for_prerequisite"]);
      await t.fail(await t.take(awaited));
      await on(t).retry(awaited);
      expect(await t.statuses(awaited, waiter)).toEqual(["pending", "waiting_for_prerequisite"]);
      await t.complete(await t.take(awaited));
      expect(await t.status(waiter)).toBe("pending");
    });

    it("acts on the newest job of a chain, whichever of its jobs is named", async () => {
      const t = await setup();
      const id = await t.add();
      const next = await t.continueJob(await t.take(id));
      await t.fail(await t.take(next));
      await on(t).retry(id);
      expect(await t.statuses(id, next)).toEqual(["completed", "pending"]);
      expect(await t.take(next)).toMatchObject({ chainId: id, continuation: 1 });
    });

    it("restarts all jobs that were cancelled by one request", async () => {
      const t = await setup();
      const root = await t.plan([{}, {}]);
      await on(t).cancel(root.id);
      await on(t).retry(root.id);
      expect(await t.statuses(root.id, ...root.children)).toEqual(["waiting_for_children", "pending", "pending"]);
    });

    it("is refused for a job that has not ended, and for a job whose work another job has taken over", async () => {
      const t = await setup();
      const id = await t.add({ idempotencyKey: "k" });
      await expect(on(t).retry(id)).rejects.toMatchObject({ code: "forbidden_transition" });
      await t.fail(await t.take(id));
      await t.add({ idempotencyKey: "k" });
      await expect(on(t).retry(id)).rejects.toMatchObject({ code: "conflict" });
    });
  });

  it("supersedes a whole chain, and refuses to supersede a running job", async () => {
    const t = await setup();
    const id = await t.add();
    const next = await t.continueJob(await t.take(id));
    const held = await t.take(next);
    const supersede = () => t.tx((db) => supersedeJob(db, { jobId: id, successor: t.newJob() }));
    await expect(supersede()).rejects.toMatchObject({ code: "forbidden_transition" });
    await t.complete(held);
    const successor = await supersede();
    expect(await t.statuses(id, next, successor)).toEqual(["superseded", "superseded", "pending"]);
  });

  it("lists jobs newest first, in pages and filtered by status, and reports an unknown job", async () => {
    const t = await setup();
    const ids = [await t.add(), await t.add(), await t.add()];
    await t.complete(await t.take(ids[0]!));
    const page = (filter: object) => t.tx((db) => listJobs(db, { limit: 10, ...filter }));
    const list = async (filter: object) => (await page(filter)).items;
    const first = await page({ limit: 2 });
    expect(first.items.map((job) => job.id)).toEqual([ids[2], ids[1]]);
    expect((await list({ after: first.next })).map((job) => job.id)).toEqual([ids[0]]);
    expect((await list({ status: "completed" })).map((job) => job.id)).toEqual([ids[0]]);
    expect((await list({ session: t.newJob().id })).length).toBe(0);
    await expect(t.tx((db) => getJob(db, t.newJob().id))).rejects.toMatchObject({ code: "not_found" });
  });
});

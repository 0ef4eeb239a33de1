import type { JobId } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { sharedJobs } from "./jobs.fixture.ts";
import { cancel, pause, resume, retry } from "./jobs.store.ts";

describe.each(engines)("a job that waits for another job while it runs, on %s", (engine) => {
  const setup = sharedJobs(engine);

  /** Creates a job `root`, its child `plan`, and the job `first` that `plan` waits for. */
  async function waiting(key: string | null = "merge") {
    const t = await setup();
    const { id: root, children } = await t.plan([{ kind: "plan" }]);
    const plan = children[0]!;
    await t.awaitFirst(await t.take(plan), { idempotencyKey: key, label: "Merging" });
    const first = (await t.row(plan)).prerequisite_id as JobId;
    return { t, root, plan, first };
  }

  it("waits for that job as for a child, and continues at its current step when that job is done", async () => {
    const { t, root, plan, first } = await waiting();
    expect(await t.statuses(root, plan, first)).toEqual([
      "waiting_for_children",
      "waiting_for_prerequisite",
      "pending",
    ]);
    expect(await t.row(first)).toMatchObject({ parent_id: plan, depth: 2 });
    const next = await t.continueJob(await t.take(first));
    expect(await t.status(plan)).toBe("waiting_for_prerequisite");
    await t.complete(await t.take(next));
    expect(await t.statuses(root, plan)).toEqual(["waiting_for_children", "pending"]);
    const again = await t.take(plan);
    expect(again).toMatchObject({ currentStep: null, attempt: 0 });
    // The prerequisite is done already, so `plan` continues immediately and no second prerequisite is created.
    await t.awaitFirst(again, { idempotencyKey: "merge" });
    expect(await t.status(plan)).toBe("pending");
    expect(await t.family(plan)).toHaveLength(3);
    await t.complete(await t.take(plan));
    expect(await t.status(root)).toBe("completed");
  });

  it("fails when that job fails, naming it, and is retried together with it", async () => {
    const { t, root, plan, first } = await waiting();
    await t.fail(await t.take(first));
    expect(await t.row(plan)).toMatchObject({
      status: "failed",
      error: {
        code: "prerequisite_failed",
        message: `Merging (${first}), a prerequisite of this job, failed: It broke.`,
      },
    });
    expect(await t.status(root)).toBe("failed");
    await t.tx((db) => retry(db, root));
    expect(await t.statuses(root, plan, first)).toEqual([
      "waiting_for_children",
      "waiting_for_prerequisite",
      "pending",
    ]);
    await t.complete(await t.take(first));
    expect(await t.status(plan)).toBe("pending");
  });

  it("is paused, resumed and cancelled together with that job", async () => {
    const { t, root, plan, first } = await waiting();
    await t.tx((db) => pause(db, root));
    expect(await t.statuses(root, plan, first)).toEqual(["paused", "paused", "paused"]);
    await t.tx((db) => resume(db, root));
    expect(await t.statuses(plan, first)).toEqual(["waiting_for_prerequisite", "pending"]);
    await t.tx((db) => cancel(db, root));
    expect(await t.statuses(root, plan, first)).toEqual(["cancelled", "cancelled", "cancelled"]);
  });

  it("waits for the existing job if the same work is already running", async () => {
    const { t, first } = await waiting();
    const other = await t.add();
    await t.awaitFirst(await t.take(other), { idempotencyKey: "merge" });
    expect(await t.row(other)).toMatchObject({ status: "waiting_for_prerequisite", prerequisite_id: first });
    await t.expire(first);
    await t.complete(await t.take(first));
    expect(await t.status(other)).toBe("pending");
  });

  it("is paused with that job after a pause request; after a cancel request, it creates no such job", async () => {
    const t = await setup();
    const [paused, cancelled] = [await t.add(), await t.add()];
    const held = await t.lease();
    await t.tx((db) => pause(db, paused));
    await t.tx((db) => cancel(db, cancelled));
    for (const job of held) await t.awaitFirst(job, {});
    expect(await t.statuses(paused, cancelled)).toEqual(["paused", "cancelled"]);
    expect((await t.family(paused)).map((job) => job.status)).toEqual(["paused", "paused"]);
    expect(await t.family(cancelled)).toHaveLength(1);
    await t.tx((db) => resume(db, paused));
    expect((await t.family(paused)).map((job) => job.status)).toEqual(["waiting_for_prerequisite", "pending"]);
  });
});

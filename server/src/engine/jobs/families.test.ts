import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { supersedeJob } from "./control-job.ts";
import { sharedJobs } from "./jobs.fixture.ts";
import { waitForChildren } from "./leases/attempts.store.ts";

describe.each(engines)("a job tree on %s", (engine) => {
  const setup = sharedJobs(engine);

  it("wakes the parent for its next step when the last child is done, and completes it after the last step", async () => {
    const t = await setup();
    const plan = await t.plan([{}, {}], { step: { current: 1, total: 2 } });
    const [first, second] = await t.lease();
    await t.complete(first!);
    expect(await t.status(plan.id)).toBe("waiting_for_children");
    await t.complete(second!);
    expect(await t.status(plan.id)).toBe("pending_next_step");
    const parent = await t.take(plan.id);
    expect(parent).toMatchObject({ currentStep: 1, totalSteps: 2, leasedAs: "pending_next_step" });
    await t.tx((db) =>
      waitForChildren(db, parent, { type: "waitForChildren", children: [t.newJob()], step: { current: 2, total: 2 } }),
    );
    await t.complete(...(await t.lease()));
    expect(await t.status(plan.id)).toBe("completed");
    expect(await t.events(plan.id)).toEqual(
      [
        "pending",
        "processing",
        "waiting-for-children",
        "pending-next-step",
        "processing",
        "waiting-for-children",
        "completed",
      ].map((kind) => `job.${kind}`),
    );
  });

  it("completes all ancestors up to the root when the last job is done", async () => {
    const t = await setup();
    const root = await t.plan([{ kind: "plan" }]);
    const middle = await t.take(root.children[0]!);
    await t.tx((db) =>
      waitForChildren(db, middle, { type: "waitForChildren", children: [t.newJob()], step: { current: 1, total: 1 } }),
    );
    await t.complete(...(await t.lease()));
    expect(await t.statuses(root.id, middle.id)).toEqual(["completed", "completed"]);
  });

  it("continues immediately if a step has no children", async () => {
    const t = await setup();
    const early = await t.plan([], { step: { current: 1, total: 3 } });
    expect(await t.status(early.id)).toBe("pending_next_step");
    await t.handBack(...(await t.lease()));
    await t.complete(...(await t.lease()));
    const last = await t.plan([], { step: { current: 3, total: 3 } });
    expect(await t.status(last.id)).toBe("completed");
  });

  it("creates no second job for an idempotency key that is in use", async () => {
    const t = await setup();
    const children = [{ idempotencyKey: "a" }, { idempotencyKey: "b" }];
    const plan = await t.plan(children, { step: { current: 1, total: 2 } });
    await t.complete(...(await t.lease()));
    const again = await t.take(plan.id);
    const status = await t.tx((db) =>
      waitForChildren(db, again, {
        type: "waitForChildren",
        children: children.map(t.newJob),
        step: { current: 2, total: 2 },
      }),
    );
    expect(status).toBe("completed");
    expect(await t.family(plan.id)).toHaveLength(3);
    expect(await t.add({ idempotencyKey: "a" })).toBe(plan.children[0]);
  });

  it("frees an idempotency key when its job fails, and refuses a key that a job of another parent holds", async () => {
    const t = await setup();
    const first = await t.add({ idempotencyKey: "k" });
    expect(await t.add({ idempotencyKey: "k" })).toBe(first);
    await t.fail(await t.take(first));
    const second = await t.add({ idempotencyKey: "k" });
    expect(second).not.toBe(first);
    await expect(t.plan([{ idempotencyKey: "k" }])).rejects.toMatchObject({ code: "conflict" });
  });

  describe("when a child fails permanently", () => {
    it("fails the parent immediately and only once, naming the child; unstarted siblings are cancelled, running ones finish", async () => {
      const t = await setup();
      const root = await t.plan([{ kind: "plan" }]);
      const middle = await t.take(root.children[0]!);
      const children = [t.newJob({ label: "Thesis of A", priority: 1 }), t.newJob(), t.newJob(), t.newJob()];
      const wait = { type: "waitForChildren" as const, children, step: { current: 1, total: 2 } };
      await t.tx((db) => waitForChildren(db, middle, wait));
      const [failing, running, continuing] = await t.lease(3);
      await t.continueJob(continuing!);
      const waiting = await t.add({ parentId: middle.id, prerequisiteId: running!.id });
      await t.fail(failing!);
      expect(await t.row(middle.id)).toMatchObject({
        status: "failed",
        ended_by: failing!.id,
        error: {
          code: "child_failed",
          childId: failing!.id,
          step: 1,
          message: `In step 1, Thesis of A (${failing!.id}) failed: It broke.`,
        },
      });
      expect(await t.row(root.id)).toMatchObject({
        status: "failed",
        error: { code: "child_failed", childId: middle.id },
      });
      const unstarted = children[3]!.id;
      expect(await t.statuses(running!.id, unstarted, waiting)).toEqual(["processing", "cancelled", "cancelled"]);
      // A chain with a saved chunk counts as started, so it runs to its end.
      const rest = await t.lease();
      expect(rest.map((job) => job.chainId)).toEqual([continuing!.id]);
      await t.fail(running!);
      await t.complete(...rest);
      expect((await t.events(middle.id)).filter((kind) => kind === "job.failed")).toHaveLength(1);
    });

    it("lets the parent continue without the child if the step's policy says so", async () => {
      const t = await setup();
      const plan = await t.plan([{}, {}], { onChildFailure: "continue" });
      const [failing, other] = await t.lease();
      await t.fail(failing!);
      expect(await t.statuses(plan.id, other!.id)).toEqual(["waiting_for_children", "processing"]);
      await t.complete(other!);
      expect(await t.status(plan.id)).toBe("completed");
    });

    it("lets the parent continue with a quorum, and fails it as soon as the quorum is out of reach", async () => {
      const t = await setup();
      const enough = await t.plan([{}, {}, {}], { onChildFailure: { quorum: 2 } });
      const [a, b, c] = await t.lease();
      await t.fail(a!);
      await t.complete(b!);
      expect(await t.status(enough.id)).toBe("waiting_for_children");
      await t.complete(c!);
      expect(await t.status(enough.id)).toBe("completed");
      const short = await t.plan([{}, {}, {}], { onChildFailure: { quorum: 2 } });
      const [d, e, f] = await t.lease();
      await t.fail(d!);
      await t.fail(e!);
      expect(await t.statuses(short.id, f!.id)).toEqual(["failed", "processing"]);
    });

    it("ignores the failure of an optional child, but waits for that child to end", async () => {
      const t = await setup();
      const plan = await t.plan([{}, { kind: "render", optional: true }]);
      const [work] = await t.lease(1, ["execute"]);
      await t.complete(work!);
      expect(await t.status(plan.id)).toBe("waiting_for_children");
      const [render] = await t.lease();
      await t.fail(render!);
      expect(await t.statuses(plan.id, render!.id)).toEqual(["completed", "failed"]);
    });
  });

  describe("a chain", () => {
    it("completes a job and creates its continuation in one transaction; the parent and the waiting jobs wait for the last continuation", async () => {
      const t = await setup();
      const plan = await t.plan([{ workKey: "doc" }]);
      const first = (await t.lease())[0]!;
      const waiter = await t.add({ prerequisiteId: first.id });
      const next = await t.continueJob(first);
      expect(await t.row(next)).toMatchObject({
        status: "pending_continuation",
        parent_id: plan.id,
        chain_id: first.id,
        continuation: 1,
        work_key: "doc",
        idempotency_key: `${first.id}:continuation:1`,
      });
      expect(await t.row(first.id)).toMatchObject({ status: "completed", continued_by: next, results: { chunk: 1 } });
      expect(await t.statuses(plan.id, waiter)).toEqual(["waiting_for_children", "waiting_for_prerequisite"]);
      const late = await t.add({ prerequisiteId: next });
      expect(await t.row(late)).toMatchObject({ status: "waiting_for_prerequisite", prerequisite_id: first.id });
      await t.complete((await t.lease())[0]!);
      expect(await t.statuses(plan.id, waiter, late)).toEqual(["completed", "pending", "pending"]);
    });

    it("counts as one child towards a quorum", async () => {
      const t = await setup();
      const plan = await t.plan([{}, {}], { onChildFailure: { quorum: 2 } });
      const [chain, other] = await t.lease();
      await t.continueJob(chain!);
      await t.complete(other!);
      await t.fail((await t.lease())[0]!);
      expect(await t.status(plan.id)).toBe("failed");
    });
  });

  describe("prerequisites", () => {
    it("wake all jobs that wait for them when they complete", async () => {
      const t = await setup();
      const awaited = await t.add();
      const waiters = [await t.add({ prerequisiteId: awaited }), await t.add({ prerequisiteId: awaited })];
      await t.complete(await t.take(awaited));
      expect(await t.statuses(...waiters)).toEqual(["pending", "pending"]);
      expect(await t.status(await t.add({ prerequisiteId: awaited }))).toBe("pending");
    });

    it("that fail make all waiting jobs and their parents fail, and the error names the prerequisite", async () => {
      const t = await setup();
      const awaited = await t.add({ label: "Merging" });
      const plan = await t.plan([{ prerequisiteId: awaited }]);
      const next = await t.add({ prerequisiteId: plan.children[0]! });
      await t.fail(await t.take(awaited));
      expect(await t.row(plan.children[0]!)).toMatchObject({
        status: "failed",
        ended_by: awaited,
        error: {
          code: "prerequisite_failed",
          message: `Merging (${awaited}), a prerequisite of this job, failed: It broke.`,
        },
      });
      expect(await t.statuses(plan.id, next)).toEqual(["failed", "failed"]);
      expect(await t.status(await t.add({ prerequisiteId: awaited }))).toBe("failed");
    });

    it("are replaced by their successor when superseded", async () => {
      const t = await setup();
      const old = await t.add({ idempotencyKey: "doc" });
      const waiter = await t.add({ prerequisiteId: old });
      const successor = await t.tx((db) =>
        supersedeJob(db, { jobId: old, successor: t.newJob({ idempotencyKey: "doc" }) }),
      );
      expect(await t.row(old)).toMatchObject({ status: "superseded", superseded_by: successor });
      expect(await t.row(waiter)).toMatchObject({ status: "waiting_for_prerequisite", prerequisite_id: successor });
      await t.complete(await t.take(successor));
      expect(await t.statuses(waiter, await t.add({ prerequisiteId: old }))).toEqual(["pending", "pending"]);
    });

    it("cannot form a cycle", async () => {
      const t = await setup();
      const plan = await t.plan([{}]);
      const [child] = plan.children;
      const after = await t.add({ prerequisiteId: plan.id });
      for (const prerequisiteId of [plan.id, after]) {
        await expect(t.add({ parentId: plan.id, prerequisiteId })).rejects.toMatchObject({ code: "conflict" });
        await expect(t.add({ parentId: child!, prerequisiteId })).rejects.toMatchObject({ code: "conflict" });
      }
      expect(await t.status(await t.add({ parentId: plan.id, prerequisiteId: child! }))).toBe(
        "waiting_for_prerequisite",
      );
    });

    it("must exist, and so must parents", async () => {
      const t = await setup();
      await expect(t.add({ prerequisiteId: t.newJob().id })).rejects.toMatchObject({ code: "not_found" });
      await expect(t.add({ parentId: t.newJob().id })).rejects.toMatchObject({ code: "not_found" });
    });
  });

  it("counts only errors as attempts, keeps every error, and fails after max_retries + 1 attempts", async () => {
    const t = await setup();
    const id = await t.add({ maxRetries: 2 });
    expect(await t.fail(await t.take(id), true)).toBe("retrying");
    await t.handBack(await t.take(id));
    expect(await t.fail(await t.take(id), true)).toBe("retrying");
    expect(await t.fail(await t.take(id), true)).toBe("failed");
    expect(await t.row(id)).toMatchObject({
      attempt: 3,
      fence: 4n,
      errors: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3, code: "internal" }],
    });
  });

  it("delays a retry as long as requested", async () => {
    const t = await setup();
    const id = await t.add();
    await t.fail(await t.take(id), true, 90_000);
    expect(await t.lease()).toEqual([]);
    const { rows } = await t.tx((db) =>
      sql<{ s: number }>`select extract(epoch from run_at - clock_timestamp())::float8 as s from jobs`.execute(db),
    );
    expect(rows[0]!.s).toBeGreaterThan(60);
    expect(rows[0]!.s).toBeLessThanOrEqual(90);
  });

  it("refuses a payload that is large enough to be a document", async () => {
    const t = await setup();
    await expect(t.add({ payload: { text: "x".repeat(20_000) } })).rejects.toMatchObject({ code: "23514" });
  });
});

import { setTimeout as wait } from "node:timers/promises";
import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError, createLog, newId } from "#platform";
import { engines } from "#test";
import { cancelJob, enqueue, pauseJob, retryJob } from "../control-job.ts";
import { sharedJobs } from "../jobs.fixture.ts";
import { createJobKinds, defineJobKind, type HeldJob, type JobCtx, type JobOutcome } from "../kinds.ts";
import { createWorker } from "./worker.ts";
import type { WorkerOptions } from "./worker-settings.ts";

const log = createLog("silent");

describe.each(engines)("a worker on %s", (engine) => {
  const setup = sharedJobs(engine);
  type Setup = Awaited<ReturnType<typeof setup>>;
  type Run = (ctx: JobCtx, job: HeldJob<{ n?: number | undefined }>) => Promise<JobOutcome>;

  async function working(t: Setup, run: Run, options: Partial<WorkerOptions> = {}) {
    const payload = z.object({ n: z.number().optional() });
    const kinds = createJobKinds([defineJobKind({ kind: "execute", payload, run })]);
    const worker = createWorker({
      database: t.database,
      kinds,
      log,
      backoffMs: 1,
      drainMs: 50,
      leaseMs: 5_000,
      ...options,
    });
    await worker.start();
    return Object.assign(worker, { [Symbol.asyncDispose]: worker.stop });
  }
  const ended = async (t: Setup, ...ids: JobId[]) => {
    const left = new Set<JobId>(ids);
    for (;;) {
      const committed = Promise.withResolvers<void>();
      const off = t.database.afterCommit(committed.resolve);
      for (const id of left)
        if (["completed", "failed", "cancelled", "paused"].includes(await t.status(id))) left.delete(id);
      if (left.size === 0) return off();
      await committed.promise;
      off();
    }
  };

  it("runs existing and new jobs as their owner, and keeps the results", async () => {
    const t = await setup();
    const before = await t.add({ payload: { n: 1 } });
    await using _worker = await working(t, async (ctx, job) => {
      const { rows } = await ctx.db.tx((db) => sql<{ who: string }>`select acting_user() as who`.execute(db));
      return { type: "done", results: { n: job.payload.n ?? null, who: rows[0]!.who } };
    });
    const after = await t.add({ payload: { n: 2 } });
    await ended(t, before, after);
    expect(await t.row(before)).toMatchObject({ status: "completed", results: { n: 1, who: t.userId } });
    expect(await t.row(after)).toMatchObject({ status: "completed", results: { n: 2 } });
  });

  it("commits a handler's effects and its outcome together, or neither of them", async () => {
    const t = await setup();
    let tries = 0;
    await using _worker = await working(t, async (_ctx, job) => {
      if (job.payload.n === undefined) return { type: "done" };
      return {
        type: "done",
        async write(db) {
          await enqueue(db, { kind: "execute", payload: {}, label: "effect" });
          tries += 1;
          if (tries === 1) throw new Error("after the effect, before the commit");
        },
      };
    });
    const id = await t.add({ payload: { n: 1 } });
    await ended(t, id);
    expect(await t.row(id)).toMatchObject({
      status: "completed",
      attempt: 1,
      errors: [{ message: "after the effect, before the commit" }],
    });
    const { rows } = await t.tx((db) => sql`select from jobs where label = 'effect'`.execute(db));
    expect(rows).toHaveLength(1);
  });

  it("records a paid outcome again if recording it failed, without running the handler again", async () => {
    const t = await setup();
    let [runs, writes] = [0, 0];
    await using _worker = await working(t, async () => {
      runs += 1;
      return {
        type: "done",
        async write() {
          writes += 1;
          if (writes < 3) throw new Error("Not now.");
        },
        ifUnrecorded: () => [],
      };
    });
    const id = await t.add();
    await ended(t, id);
    expect(await t.row(id)).toMatchObject({ status: "completed", attempt: 0, errors: [] });
    expect([runs, writes]).toEqual([1, 3]);
  });

  it("fails a job whose paid outcome cannot be recorded, books its cost with the failure, and does not pay again", async () => {
    const t = await setup();
    let runs = 0;
    const booking = (job: HeldJob) =>
      sql`insert into jobs (id, owner_id, kind, label) values (${newId()}, ${t.userId}, 'render', ${`lost ${job.id}`})`;
    await using _worker = await working(t, async (_ctx, job) => {
      runs += 1;
      const write = async () => {
        if (job.payload.n === 3) throw new AppError("conflict", "It was saved already.");
        throw new Error("Column goal is too narrow.");
      };
      const lost = job.payload.n === 2 ? sql`select 1 / 0` : booking(job);
      return { type: "done", write, ifUnrecorded: (db) => [lost.compile(db)] };
    });
    const [booked, unbooked, refused] = [
      await t.add({ payload: { n: 1 } }),
      await t.add({ payload: { n: 2 } }),
      await t.add({ payload: { n: 3 } }),
    ];
    await ended(t, booked, unbooked, refused);
    expect(runs).toBe(3);
    const message = expect.stringContaining("Column goal is too narrow.");
    for (const id of [booked, unbooked])
      expect(await t.row(id)).toMatchObject({ status: "failed", attempt: 1, error: { code: "internal", message } });
    expect(await t.row(refused)).toMatchObject({ status: "failed", attempt: 1, error: { code: "conflict" } });
    const { rows } = await t.tx((db) => sql`select label from jobs where kind = 'render' order by label`.execute(db));
    expect(rows).toEqual([`lost ${booked}`, `lost ${refused}`].sort().map((label) => ({ label })));
  });

  it("leaves no effect behind when the lease runs out between the effect and the outcome", async () => {
    const t = await setup();
    const run: Run = async (_ctx, job) => {
      if (job.payload.n === undefined) return { type: "done" };
      return {
        type: "done",
        async write(db) {
          await enqueue(db, { kind: "execute", payload: {}, label: "effect" });
          if (job.fence > 1n) return;
          await sql`update jobs set lease_expires_at = clock_timestamp() where id = ${job.id}`.execute(db);
        },
      };
    };
    await using _worker = await working(t, run, { leaseMs: 300 });
    const id = await t.add({ payload: { n: 1 } });
    await ended(t, id);
    expect((await t.row(id)).status).toBe("completed");
    const { rows } = await t.tx((db) => sql`select from jobs where label = 'effect'`.execute(db));
    expect(rows).toHaveLength(1);
  });

  it("runs a whole tree of jobs with children and continuations to its end", async () => {
    const t = await setup();
    const kinds = createJobKinds([
      defineJobKind({
        kind: "plan",
        payload: z.object({}),
        async run(_ctx, job) {
          const current = (job.currentStep ?? 0) + 1;
          const children = [1, 2, 3].map((n) =>
            t.newJob({ payload: { n }, idempotencyKey: `${job.id}:${current}:${n}` }),
          );
          return { type: "waitForChildren", children, step: { current, total: 2 } };
        },
      }),
      defineJobKind({
        kind: "execute",
        payload: z.object({ n: z.number() }),
        run: async (_ctx, job) =>
          job.continuation < job.payload.n
            ? { type: "continue", results: job.continuation }
            : { type: "done", results: job.continuation },
      }),
    ]);
    const worker = createWorker({ database: t.database, kinds, log });
    await worker.start();
    const root = await t.add({ kind: "plan" });
    await ended(t, root);
    await worker.idle();
    await worker.stop();
    const family = await t.family(root);
    expect(family.map((job) => job.status)).toEqual(Array(1 + 2 * (2 + 3 + 4)).fill("completed"));
    expect(family.filter((job) => job.results === 3)).toHaveLength(2);
  });

  it("retries a retryable error, keeps the error, and fails when the attempts are used up", async () => {
    const t = await setup();
    await using _worker = await working(t, async (_ctx, job) => {
      if (job.payload.n === 1 && job.attempt === 2) return { type: "done" };
      throw new AppError("empty_answer", "Not now.");
    });
    const [recovers, gives] = [await t.add({ payload: { n: 1 } }), await t.add({ payload: { n: 2 } })];
    await ended(t, recovers, gives);
    expect(await t.row(recovers)).toMatchObject({ status: "completed", attempt: 2, error: null });
    expect(await t.row(gives)).toMatchObject({
      status: "failed",
      attempt: 4,
      fence: 4n,
      error: { code: "empty_answer", attempt: 4 },
    });
  });

  it("never retries a permanent error, an unknown kind or an invalid payload", async () => {
    const t = await setup();
    await using _worker = await working(t, async () => {
      throw new AppError("context_window", "Too long.");
    });
    const [useless, invalid] = [await t.add(), await t.add({ payload: { n: "one" } })];
    await ended(t, useless, invalid);
    expect(await t.row(useless)).toMatchObject({ status: "failed", attempt: 1, error: { code: "context_window" } });
    expect(await t.row(invalid)).toMatchObject({ status: "failed", attempt: 1, error: { code: "invalid_payload" } });
    const unknown = await t.add({ kind: "render" });
    const kinds = { names: ["render" as const], find: createJobKinds([]).find };
    const worker = createWorker({ database: t.database, kinds, log });
    await worker.start();
    await ended(t, unknown);
    await worker.stop();
    expect(await t.row(unknown)).toMatchObject({ status: "failed", attempt: 1, error: { code: "unknown_job_kind" } });
  });

  it("honours the provider's retry-after, however long", async () => {
    const t = await setup();
    await using worker = await working(t, async () => {
      throw new AppError("provider_unavailable", "Tomorrow.", { retryAfterMs: 86_400_000 });
    });
    const id = await t.add();
    await worker.idle();
    const row = await t.row(id);
    expect(row).toMatchObject({ status: "retrying", attempt: 0, outage_tries: 1 });
    expect((row.run_at as Date).getTime() - (row.started_at as Date).getTime()).toBeGreaterThanOrEqual(86_400_000);
  });

  it("stops a handler whose job is cancelled", async () => {
    const t = await setup();
    const began = Promise.withResolvers<void>();
    await using _worker = await working(t, async (ctx) => {
      began.resolve();
      await new Promise((_, reject) => ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason)));
      return { type: "done" };
    });
    const id = await t.add();
    await began.promise;
    await t.tx((db) => cancelJob(db, id));
    await ended(t, id);
    expect(await t.row(id)).toMatchObject({ status: "cancelled", attempt: 0 });
  });

  it("pauses a job whose handler asks for it, and a job that fails after a pause has been requested", async () => {
    const t = await setup();
    const asked = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    await using _worker = await working(t, async (_ctx, job) => {
      if (job.payload.n === 1) return { type: "pause", reason: "approval" };
      began.resolve();
      await asked.promise;
      throw new Error("a hiccup");
    });
    const [needs, runs] = [await t.add({ payload: { n: 1 } }), await t.add()];
    await began.promise;
    await t.tx((db) => pauseJob(db, runs));
    asked.resolve();
    await ended(t, needs, runs);
    expect(await t.row(needs)).toMatchObject({ status: "paused", pause_reason: "approval", resumes_as: "pending" });
    expect(await t.row(runs)).toMatchObject({
      status: "paused",
      pause_reason: "user",
      resumes_as: "retrying",
      attempt: 1,
    });
  });

  it("refuses writes of a handler that lost its lease, and logs that its outcome was discarded", async () => {
    const t = await setup();
    const lost: unknown[] = [];
    const warn = vi.fn();
    let runs = 0;
    const id = await t.add();
    const run: Run = async (ctx, job) => {
      runs += 1;
      if (runs > 1) return { type: "done", results: "second" };
      await ctx.assertHeld();
      await ctx.tx(async () => undefined);
      await t.expire(job.id);
      await ctx.tx((db) => enqueue(db, t.newJob({ label: "effect" }))).catch((error) => lost.push(error));
      await ctx.assertHeld().catch((error) => lost.push(error));
      lost.push(ctx.signal.reason);
      return { type: "done", results: "first" };
    };
    await using _worker = await working(t, run, { log: { ...log, warn } });
    await ended(t, id);
    expect(lost).toEqual(Array(3).fill(expect.objectContaining({ code: "lease_lost" })));
    expect(await t.row(id)).toMatchObject({ results: "second", fence: 2n, attempt: 0 });
    expect(warn.mock.calls).toContainEqual([
      expect.stringContaining("discarded"),
      expect.objectContaining({ jobId: id }),
    ]);
    const { rows } = await t.tx((db) => sql`select from jobs where label = 'effect'`.execute(db));
    expect(rows).toEqual([]);
  });

  it("creates no job twice when a handler runs twice, if the new jobs have idempotency keys", async () => {
    const t = await setup();
    let runs = 0;
    const kinds = createJobKinds([
      defineJobKind({
        kind: "plan",
        payload: z.object({}),
        async run(ctx, job) {
          runs += 1;
          await ctx.tx((db) => enqueue(db, { kind: "render", payload: {}, idempotencyKey: `${job.id}:early` }));
          if (runs === 1) await t.expire(job.id);
          const children = [{ kind: "render" as const, payload: {}, idempotencyKey: `${job.id}:child` }];
          return { type: "waitForChildren", children, step: { current: 1, total: 1 } };
        },
      }),
      defineJobKind({ kind: "render", payload: z.object({}), run: async () => ({ type: "done" }) }),
    ]);
    const worker = createWorker({ database: t.database, kinds, log, leaseMs: 3_000 });
    await worker.start();
    const id = await t.add({ kind: "plan" });
    await ended(t, id);
    await worker.stop();
    expect(runs).toBe(2);
    const { rows } = await t.tx((db) => sql`select kind, status, fence from jobs order by kind, id`.execute(db));
    expect(rows).toEqual([
      { kind: "plan", status: "completed", fence: 2n },
      { kind: "render", status: "completed", fence: 1n },
      { kind: "render", status: "completed", fence: 1n },
    ]);
  });

  it("keeps a job for longer than one lease by renewing it", async () => {
    const t = await setup();
    const renewed = Promise.withResolvers<void>();
    await using _worker = await working(
      t,
      async (ctx) => {
        await renewed.promise;
        await ctx.assertHeld();
        return { type: "done" };
      },
      { leaseMs: 1_500 }, // on a busy machine a shorter lease would miss its renewals
    );
    const id = await t.add();
    const first = { expires: 0 };
    for (let beats = 0; beats < 4; await wait(10)) {
      const expires = ((await t.row(id)).lease_expires_at as Date | null)?.getTime() ?? 0;
      if (expires > first.expires) beats += 1;
      first.expires = Math.max(expires, first.expires);
    }
    renewed.resolve();
    await ended(t, id);
    expect(await t.row(id)).toMatchObject({ status: "completed", fence: 1n });
  });

  it("keeps a job whose handler repeatedly blocks the process for several leases", async () => {
    const t = await setup();
    const leaseMs = 500;
    const run: Run = async () => {
      for (let block = 0; block < 3; block += 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * leaseMs);
        await wait(20); // lets queued callbacks run
      }
      return { type: "done" };
    };
    await using _worker = await working(t, run, { leaseMs });
    const id = await t.add();
    await ended(t, id);
    expect(await t.row(id)).toMatchObject({ status: "completed", fence: 1n, errors: [] });
  });

  it("drains on shutdown, and hands back jobs that do not end, without counting an attempt or a worker's death", async () => {
    const t = await setup();
    const began = Promise.withResolvers<void>();
    const stuck = new Promise<never>(() => undefined);
    const worker = await working(t, async (_ctx, job) => {
      if (job.payload.n === 1) {
        began.resolve();
        return stuck;
      }
      return { type: "done" };
    });
    const [left, done] = [await t.add({ payload: { n: 1 } }), await t.add()];
    await began.promise;
    await ended(t, done);
    await worker.stop();
    expect(await t.row(left)).toMatchObject({ status: "pending", attempt: 0, deaths: 0, lease_owner: null });
    expect(await t.statuses(done)).toEqual(["completed"]);
  });

  it("works without notifications", async () => {
    const t = await setup();
    await using worker = await working(t, async () => ({ type: "done" }), { notify: false, pollMs: 20 });
    await worker.idle();
    const id = await t.add();
    await ended(t, id);
    expect(await t.status(id)).toBe("completed");
  });

  it("runs a failed job again when it is retried", async () => {
    const t = await setup();
    let broken = true;
    await using _worker = await working(t, async () => {
      if (broken) throw new AppError("context_window", "Too long.");
      return { type: "done" };
    });
    const id = await t.add();
    await ended(t, id);
    broken = false;
    await t.tx((db) => retryJob(db, id));
    while ((await t.status(id)) !== "completed") await ended(t, id);
  });
});

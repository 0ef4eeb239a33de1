import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "#platform";
import { engines } from "#test";
import { cancelJob, pauseJob, resumeJob } from "./control-job.ts";
import { sharedJobs } from "./jobs.fixture.ts";
import { createJobKinds, defineJobKind, type HeldJob, type JobOutcome } from "./kinds.ts";
import { setConcurrencyLimit } from "./limits/limits.ts";
import { holdOff, setRateLimit, takeRate } from "./limits/rates.ts";
import { createWorker } from "./worker/worker.ts";

describe.each(engines)("a snoozed job on %s", (engine) => {
  const setup = sharedJobs(engine);
  type Setup = Awaited<ReturnType<typeof setup>>;
  const dueNow = (t: Setup, id: JobId) =>
    t.database.asOwner((db) => sql`update jobs set run_at = clock_timestamp() where id = ${id}`.execute(db));

  it("returns to its status before the lease, frees its slot and lease, and counts no attempt or death", async () => {
    const t = await setup();
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 1 });
    const id = await t.add({ model: "acme/one" });
    await t.fail(await t.take(id), true);
    await t.take(id);
    await t.expire(id);
    await t.database.asOwner((db) => sql`update concurrency_slots set expires_at = clock_timestamp()`.execute(db));
    for (const fence of [3n, 4n]) {
      const held = await t.take(id);
      expect(held).toMatchObject({ fence, leasedAs: "retrying" });
      await t.later(held, 3_600_000);
      expect(await t.row(id)).toMatchObject({ status: "retrying", attempt: 1, deaths: 0, lease_owner: null });
      expect(await t.lease()).toEqual([]);
      await dueNow(t, id);
    }
    expect(await t.events(id)).toEqual([
      "job.pending",
      "job.processing",
      "job.retrying",
      "job.processing",
      "job.processing",
      "job.retrying",
      "job.processing",
      "job.retrying",
    ]);
    await t.complete(await t.take(id));
    expect(await t.status(id)).toBe("completed");
  });

  it("returns to pending_next_step or pending_continuation if it was leased from there", async () => {
    const t = await setup();
    const parent = await t.plan([{}], { step: { current: 1, total: 2 } });
    await t.complete(await t.take(parent.children[0]!));
    await t.later(await t.take(parent.id), 0);
    expect(await t.status(parent.id)).toBe("pending_next_step");
    const next = await t.continueJob(await t.take(await t.add()));
    await t.later(await t.take(next), 0);
    expect(await t.status(next)).toBe("pending_continuation");
  });

  it("cannot be snoozed by a worker that no longer holds it", async () => {
    const t = await setup();
    const id = await t.add();
    const old = await t.take(id);
    await t.expire(id);
    await t.take(id);
    await expect(t.later(old, 10)).rejects.toMatchObject({ code: "lease_lost" });
    expect(await t.status(id)).toBe("processing");
  });

  it("is cancelled or paused instead if either was requested while it ran, and its parent is updated", async () => {
    const t = await setup();
    const parent = await t.plan([{ label: "one" }], { onChildFailure: "continue" });
    const child = await t.take(parent.children[0]!);
    await t.tx((db) => cancelJob(db, child.id));
    await t.later(child, 3_600_000);
    expect(await t.statuses(child.id, parent.id)).toEqual(["cancelled", "completed"]);

    const id = await t.add();
    const held = await t.take(id);
    await t.tx((db) => pauseJob(db, id));
    await t.later(held, 3_600_000);
    expect(await t.row(id)).toMatchObject({ status: "paused", resumes_as: "pending" });
    await t.tx((db) => resumeJob(db, id));
    expect(await t.lease()).toEqual([]);
  });

  /** Starts a worker whose poll interval is longer than the test, so that it looks for jobs only when something wakes it. */
  async function sleepyWorker(t: Setup, run: (job: HeldJob) => Promise<JobOutcome>) {
    const kinds = createJobKinds([
      defineJobKind({ kind: "execute", payload: z.object({}), run: async (_ctx, job) => run(job) }),
    ]);
    const hour = 3_600_000;
    const log = createLog("silent");
    const worker = createWorker({ database: t.database, kinds, log, leaseMs: 3 * hour, pollMs: hour, drainMs: 50 });
    await worker.start();
    return Object.assign(worker, { [Symbol.asyncDispose]: worker.stop });
  }

  it("is run by the worker when it is due", async () => {
    const t = await setup();
    const done = Promise.withResolvers<void>();
    await using _worker = await sleepyWorker(t, async (job) => {
      if (job.fence < 3n) return { type: "snooze", delayMs: 30 };
      done.resolve();
      return { type: "done" };
    });
    await t.add();
    await done.promise;
  });

  it("does not delay jobs of other models that were held off or rate limited: each job runs when it is due", async () => {
    const t = await setup();
    const ran: string[] = [];
    const done = Promise.withResolvers<void>();
    let refusals = 0;
    await setRateLimit(t.database, { key: "model:acme/slow", requestsPerMinute: 600, tokensPerMinute: null });
    await using _worker = await sleepyWorker(t, async (job) => {
      const model = job.model ?? "";
      const taken = await t.tx((db) => takeRate(db, { model, tokens: 0 }));
      if (!taken.ok) {
        refusals += 1;
        return { type: "snooze", delayMs: taken.waitMs };
      }
      if (model === "acme/late" && job.fence < 3n) return { type: "snooze", delayMs: 40 };
      ran.push(model);
      if (ran.length === 72) done.resolve();
      return { type: "done" };
    });
    await t.tx((db) => holdOff(db, { model: "acme/held", ms: 300 }));
    await t.add({ model: "acme/held" });
    await t.add({ model: "acme/late" });
    await t.tx((db) =>
      sql`insert into jobs (id, owner_id, kind, model)
        select gen_random_uuid(), ${t.userId}, 'execute', 'acme/slow' from generate_series(1, 70)`.execute(db),
    );
    await done.promise;
    expect(ran.filter((model) => model === "acme/slow")).toHaveLength(70);
    // Most jobs are not refused while they run, because the worker leases a job only when the rate limit allows a call.
    expect(refusals).toBeLessThan(70);
  });
});

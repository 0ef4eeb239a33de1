import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { engines } from "#test";
import { enqueue, retryJob } from "../control-job.ts";
import { sharedJobs } from "../jobs.fixture.ts";
import { failJob } from "../leases/attempts.store.ts";
import type { Lease } from "../leases/leases.store.ts";
import { releaseProbe, reportFailure, reportingAnswer, takeRate } from "./rates.ts";

const windowMs = 900_000;
const model = "acme/one";
const down = (extra: ConstructorParameters<typeof AppError>[2] = {}) =>
  new AppError("provider_unavailable", "It is down.", { details: { status: 503 }, ...extra });

describe.each(engines)("the job queue during provider outages on %s", (engine) => {
  const setup = sharedJobs(engine);

  async function opened() {
    const t = await setup();
    const asOwner = (query: ReturnType<typeof sql>) => t.database.asOwner((db) => query.execute(db));
    return {
      ...t,
      /** The default retry-after is a minute, so that it does not end during the test on a slow machine. */
      report: (error: AppError = down({ retryAfterMs: 60_000 })) =>
        t.tx((db) => reportFailure(db, { model, error, windowMs })),
      answered: (tookMs = 0) => t.tx((db) => db.executeQuery(reportingAnswer(db, { model, tookMs }))),
      takeCall: () => t.tx((db) => takeRate(db, { model, tokens: 1 })),
      /** Ends the attempt with an error from the provider. */
      lose: (job: Lease, { isBilled = false, window = windowMs } = {}) =>
        t.tx((db) =>
          failJob(db, job, {
            error: down(),
            delayMs: 0,
            outage: { windowMs: window, isBilled, finalMessage: "Given up." },
          }),
        ),
      /** Simulates the passing of time: shifts every recorded time into the past. */
      pass: async (ms: number) => {
        const age = sql`make_interval(secs => ${ms / 1000})`;
        await asOwner(sql`
          update jobs set outage_since = outage_since - ${age}, runnable_since = runnable_since - ${age}, run_at = run_at - ${age}`);
        await asOwner(sql`
          update rate_limits set failing_since = failing_since - ${age}, failed_at = failed_at - ${age},
            held_off_until = held_off_until - ${age}, probe_until = probe_until - ${age}`);
      },
      async leaseOne(): Promise<Lease> {
        const [job, ...others] = await t.lease();
        expect(others).toEqual([]);
        if (!job) throw new Error("Nothing is runnable.");
        return job;
      },
      rates: async () => (await asOwner(sql`select key, failures from rate_limits`)).rows,
    };
  }

  it("does not count outage failures as attempts, and fails the job when the retry window is over", async () => {
    const t = await opened();
    const id = await t.add({ model, maxRetries: 2 });
    for (let minute = 0; minute < 15; minute++) {
      expect(await t.lose(await t.leaseOne())).toBe("retrying");
      expect(await t.row(id)).toMatchObject({ attempt: 0, outage_tries: minute + 1 });
      await t.pass(60_000);
    }
    expect(await t.lose(await t.leaseOne())).toBe("failed");
    expect(await t.row(id)).toMatchObject({ error: { code: "provider_unavailable", message: "Given up." } });
  });

  it("makes as many attempts as after any other error, however short the retry window is", async () => {
    const t = await opened();
    await t.add({ model, maxRetries: 2 });
    const ends = [];
    for (let tries = 0; tries < 3; tries++) ends.push(await t.lose(await t.leaseOne(), { window: 0 }));
    expect(ends).toEqual(["retrying", "retrying", "failed"]);
  });

  it("counts a failure that may be billed as an attempt", async () => {
    const t = await opened();
    await t.add({ model, maxRetries: 1 });
    expect(await t.lose(await t.leaseOne(), { isBilled: true })).toBe("retrying");
    expect(await t.lose(await t.leaseOne(), { isBilled: true })).toBe("failed");
  });

  it("records equal failures in a row as one entry with a count", async () => {
    const t = await opened();
    const id = await t.add({ model });
    for (let tries = 0; tries < 5; tries++) await t.lose(await t.leaseOne());
    await t.fail(await t.leaseOne(), true);
    await t.lose(await t.leaseOne());
    const { errors, attempt } = await t.row(id);
    expect(errors).toMatchObject([{ code: "provider_unavailable", tries: 5 }, { code: "internal" }, { attempt: 1 }]);
    expect(attempt).toBe(1);
  });

  it("restarts the retry window after a long time without attempts and after a manual retry", async () => {
    const t = await opened();
    const id = await t.add({ model, maxRetries: 0 });
    const loseLate = async () => {
      await t.lose(await t.leaseOne());
      await t.pass(windowMs / 2);
      await t.lose(await t.leaseOne());
      await t.pass(windowMs / 2 + 1000);
    };
    await loseLate();
    await t.pass(windowMs); // no attempt for longer than the window: the machine was suspended
    expect(await t.lose(await t.leaseOne())).toBe("retrying");
    await t.pass(windowMs / 2);
    await t.lose(await t.leaseOne());
    await t.pass(windowMs / 2 + 1000);
    expect(await t.lose(await t.leaseOne())).toBe("failed");
    await t.tx((db) => retryJob(db, id));
    expect(await t.lose(await t.leaseOne())).toBe("retrying");
  });

  it("restarts the retry window after a different error", async () => {
    const t = await opened();
    await t.add({ model, maxRetries: 1 });
    await t.lose(await t.leaseOne());
    await t.pass(windowMs / 2);
    await t.fail(await t.leaseOne(), true);
    await t.lose(await t.leaseOne());
    await t.pass(windowMs / 2 + 1000);
    expect(await t.lose(await t.leaseOne())).toBe("retrying");
    await t.pass(windowMs / 2);
    expect(await t.lose(await t.leaseOne())).toBe("failed");
  });

  it("opens the circuit breaker of a failing model for every job, then lets one job probe it", async () => {
    const t = await opened();
    for (let index = 0; index < 5; index++) await t.add({ model });
    const first = await t.lease();
    expect(first).toHaveLength(5);
    await t.report();
    await t.report(); // this call failed together with the first
    expect(await t.rates()).toEqual([{ key: `model:${model}`, failures: 1 }]);
    for (const job of first) await t.lose(job);
    expect(await t.lease()).toEqual([]);
    expect(await t.takeCall()).toMatchObject({ ok: false });

    await t.pass(70_000);
    const probe = await t.leaseOne();
    expect(await t.takeCall()).toEqual({ ok: true });
    expect(await t.lease()).toEqual([]);
    expect(await t.takeCall()).toMatchObject({ ok: false });
    await t.report();
    await t.lose(probe);
    expect(await t.rates()).toEqual([{ key: `model:${model}`, failures: 2 }]);
    expect(await t.lease()).toEqual([]);

    await t.pass(70_000);
    await t.leaseOne();
    await t.takeCall();
    await t.answered();
    expect(await t.rates()).toEqual([]);
    expect(await t.lease()).toHaveLength(4);
  });

  it("lets another call probe after a probe has been released or its process has died", async () => {
    const t = await opened();
    await t.report();
    await t.pass(70_000);
    expect(await t.takeCall()).toEqual({ ok: true });
    await t.tx((db) => releaseProbe(db, model));
    expect(await t.takeCall()).toEqual({ ok: true });
    expect(await t.takeCall()).toMatchObject({ ok: false });
    await t.pass(40_000);
    expect(await t.takeCall()).toEqual({ ok: true });
  });

  it("keeps the circuit breaker open when a call that started before the latest failure succeeds", async () => {
    const t = await opened();
    await t.report();
    await t.answered(60_000);
    expect(await t.rates()).toHaveLength(1);
    await t.answered();
    expect(await t.rates()).toEqual([]);
  });

  it("waits as long as the provider asks", async () => {
    const t = await opened();
    await t.report(new AppError("rate_limited", "Later.", { retryAfterMs: 1_800_000 }));
    await t.pass(1_700_000);
    expect(await t.takeCall()).toMatchObject({ ok: false });
    await t.pass(200_000);
    expect(await t.takeCall()).toEqual({ ok: true });
  });

  it("fails a job that was queued during an outage once the retry window of its model has ended", async () => {
    const t = await opened();
    const [first, second] = [await t.add({ model, maxRetries: 1, priority: 1 }), await t.add({ model, maxRetries: 1 })];
    const begun = await t.lease(1);
    expect(begun.map((job) => job.id)).toEqual([first]);
    await t.report();
    await t.lose(begun[0] as Lease);
    await t.pass(windowMs);
    await t.report();
    await t.pass(70_000);
    await t.tx((db) => sql`select cancel_job(${first})`.execute(db));
    const late = await t.leaseOne();
    expect(late.id).toBe(second);
    await t.report();
    expect(await t.lose(late)).toBe("failed");
  });

  it("probes immediately when a person retries waiting work", async () => {
    const t = await opened();
    const { id, children } = await t.plan([{ model }, { model: "acme/two" }]);
    const [waiting] = await t.lease();
    await t.report();
    await t.lose(waiting as Lease);
    expect((await t.lease()).map((job) => job.id)).not.toContain(waiting?.id);
    await t.tx((db) => retryJob(db, id));
    expect((await t.leaseOne()).id).toBe(children[0]);
    await expect(t.tx((db) => retryJob(db, id))).rejects.toMatchObject({ code: "forbidden_transition" });
  });

  it("passes the retry window of a job on to its children and continuations", async () => {
    const t = await opened();
    const parentId = await t.tx((db) => enqueue(db, t.newJob({ kind: "plan", retryWindowMs: 60_000 })));
    const parent = await t.take(parentId);
    expect(parent.retryWindowMs).toBe(60_000);
    const childId = await t.add({ parentId });
    const child = await t.take(childId);
    expect(child.retryWindowMs).toBe(60_000);
    const next: JobId = await t.continueJob(child);
    expect((await t.take(next)).retryWindowMs).toBe(60_000);
  });
});

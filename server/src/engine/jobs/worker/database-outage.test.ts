import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createDatabase, createLog, createPostgresEngine, type Database } from "#platform";
import { startDatabaseProxy } from "#test";
import { enqueue } from "../control-job.ts";
import { sharedJobs } from "../jobs.fixture.ts";
import { createJobKinds, defineJobKind, type JobOutcome } from "../kinds.ts";
import { createWorker } from "./worker.ts";

const server = process.env["DIALECTIC_TEST_DATABASE_URL"];
const leaseMs = 1_000;

describe.skipIf(!server)("workers during an outage of the database", () => {
  const setup = sharedJobs("postgres");

  async function start() {
    const t = await setup();
    if (!t.url) throw new Error("The database has no address.");
    const proxy = await startDatabaseProxy(t.url);
    const opened: Database[] = [];
    const open = (url: string) => {
      const database = createDatabase(createPostgresEngine(url, { maxConnections: 6, timeoutMs: 500 }));
      opened.push(database);
      return database;
    };
    const workers: { stop(): Promise<void> }[] = [];
    const warn = vi.fn();
    async function work(database: Database, run: () => Promise<JobOutcome>) {
      const kinds = createJobKinds([defineJobKind({ kind: "execute", payload: z.object({}), run })]);
      const log = { ...createLog("silent"), warn };
      const worker = createWorker({ database, kinds, log, leaseMs, pollMs: 50, drainMs: 50 });
      await worker.start();
      workers.push(worker);
      return worker;
    }
    return {
      ...t,
      proxy,
      open,
      work,
      warn,
      async [Symbol.asyncDispose]() {
        for (const worker of workers) await worker.stop();
        for (const database of opened) await database.close();
        await proxy[Symbol.asyncDispose]();
      },
    };
  }

  /** The job's commit creates two children; more than two would mean that it was committed twice. */
  const paidAnswer: JobOutcome = {
    type: "done",
    async write(db) {
      for (const n of [1, 2]) await enqueue(db, { kind: "render", payload: {}, label: `effect ${n}` });
    },
  };
  const effects = async (t: Awaited<ReturnType<typeof start>>) =>
    (await t.tx((db) => db.selectFrom("jobs").select("label").where("kind", "=", "render").execute())).length;
  const over = async (t: Awaited<ReturnType<typeof start>>, id: Parameters<typeof t.status>[0]) => {
    while ((await t.status(id)) !== "completed") await wait(20);
  };

  it("lease a job again, without counting an attempt, if its lease was committed but the database's reply was lost", {
    timeout: 60_000,
  }, async () => {
    await using t = await start();
    let runs = 0;
    const worker = await t.work(t.open(t.proxy.url), async () => {
      runs += 1;
      return { type: "done" };
    });
    await worker.idle();
    /**
     * Adds a job whose lease is committed while the reply to the worker is lost. Tries again if the proxy dropped the reply
     * to another query instead.
     */
    const leasedUnanswered = async () => {
      for (;;) {
        t.proxy.set("deaf");
        const id = await t.add();
        for (let tries = 0; tries < 50 && (await t.status(id)) !== "processing"; tries++) await wait(20);
        const isLeased = (await t.status(id)) === "processing";
        t.proxy.cut();
        t.proxy.set("forward");
        if (isLeased) return id;
        await over(t, id);
        runs = 0;
      }
    };
    const id = await leasedUnanswered();
    await over(t, id);
    expect(runs).toBe(1);
    expect(await t.row(id)).toMatchObject({ deaths: 0, attempt: 0, errors: [] });
  });

  it.each(["silent", "starting"] as const)(
    "save a model's answer that arrived while the database was %s for longer than the lease",
    { timeout: 60_000 },
    async (mode) => {
      await using t = await start();
      const began = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      let runs = 0;
      const run = async () => {
        runs += 1;
        began.resolve();
        await answered.promise;
        return paidAnswer;
      };
      await t.work(t.open(t.proxy.url), run);
      await t.work(t.open(t.proxy.url), run);
      const id = await t.add();
      await began.promise;
      t.proxy.set(mode);
      if (mode === "starting") t.proxy.shutDown();
      await wait(3 * leaseMs);
      answered.resolve();
      await wait(leaseMs);
      t.proxy.cut(); // connections that were open during the outage never work again
      t.proxy.set("forward");
      await over(t, id);
      expect(runs).toBe(1);
      expect(await effects(t)).toBe(2);
      expect(await t.row(id)).toMatchObject({ status: "completed", fence: 1n, deaths: 0, attempt: 0 });
    },
  );

  it("save a model's answer that the database refused because the lease had expired, if no other worker has the job", {
    timeout: 60_000,
  }, async () => {
    await using t = await start();
    const began = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await t.work(t.open(t.url ?? ""), async () => {
      began.resolve();
      await answered.promise;
      return paidAnswer;
    });
    const id = await t.add();
    await began.promise;
    // The state after an outage: the lease has expired, but expired leases do not count as lost yet.
    await t.database.asOwner((_, script) =>
      script(`update worker_pulse set beat_at = clock_timestamp(), quiet_until = clock_timestamp() + interval '1 hour';
        update jobs set lease_expires_at = clock_timestamp() - interval '1 second' where status = 'processing'`),
    );
    answered.resolve();
    await over(t, id);
    await t.database.asOwner((_, script) => script("update worker_pulse set quiet_until = '-infinity'"));
    expect(await effects(t)).toBe(2);
    expect(await t.row(id)).toMatchObject({ status: "completed", fence: 1n, deaths: 0, errors: [] });
  });

  it("take over the job of a worker that lost only its own database connection, and refuse and log its late answer", {
    timeout: 60_000,
  }, async () => {
    await using t = await start();
    const began = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await t.work(t.open(t.proxy.url), async () => {
      began.resolve();
      await answered.promise;
      return paidAnswer;
    });
    const id = await t.add();
    await began.promise;
    await t.work(t.open(t.url ?? ""), async () => paidAnswer);
    t.proxy.set("starting");
    t.proxy.shutDown();
    await over(t, id);
    answered.resolve();
    t.proxy.set("forward");
    await wait(2 * leaseMs);
    expect(await effects(t)).toBe(2);
    expect(await t.row(id)).toMatchObject({ status: "completed", fence: 2n, deaths: 0 });
    expect(t.warn.mock.calls).toContainEqual([
      expect.stringContaining("discarded"),
      expect.objectContaining({ jobId: id }),
    ]);
  });

  it("hand a job back, without counting an attempt, if its handler failed because of the outage", {
    timeout: 60_000,
  }, async () => {
    await using t = await start();
    const database = t.open(t.proxy.url);
    let runs = 0;
    const worker = t.work(database, async () => {
      runs += 1;
      if (runs === 1) {
        t.proxy.set("starting");
        t.proxy.shutDown();
        setTimeout(() => t.proxy.set("forward"), 2 * leaseMs);
        await database.asSystem((db) => db.selectFrom("jobs").select("id").execute());
      }
      return paidAnswer;
    });
    await worker;
    const id = await t.add();
    await over(t, id);
    expect(runs).toBe(2);
    expect(await t.row(id)).toMatchObject({ status: "completed", deaths: 0, attempt: 0 });
  });

  it("stop within seconds while the database is silent", { timeout: 30_000 }, async () => {
    await using t = await start();
    const began = Promise.withResolvers<void>();
    const worker = await t.work(t.open(t.proxy.url), async () => {
      began.resolve();
      return new Promise<never>(() => undefined);
    });
    await t.add();
    await began.promise;
    t.proxy.set("silent");
    const startedAt = performance.now();
    await worker.stop();
    // Two drain periods and two statement timeouts, with a margin for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

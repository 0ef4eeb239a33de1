import type { JobId, JobStatus, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { AppError, type Database, newId, singleRow, type Tx } from "#platform";
import { addUser, type TestDatabase, testDatabase } from "#test";
import { listFamily } from "./control-job.ts";
import * as store from "./jobs.store.ts";
import type { HeldJob, JobOutcome } from "./kinds.ts";
import * as attempts from "./leases/attempts.store.ts";
import { type Lease, leaseJobs, nextRateMs } from "./leases/leases.store.ts";
import type { NewJob } from "./new-job.ts";

const leaseMs = 60_000;

/**
 * One database for a suite. Each call of the returned function empties the queue, adds a user, and returns functions
 * for the single steps of a worker.
 */
export function sharedJobs(engine: TestDatabase["engine"]) {
  let test: TestDatabase | undefined;
  beforeAll(async () => {
    test = await testDatabase(engine);
  });
  afterAll(() => test?.[Symbol.asyncDispose]());
  return async () => {
    if (!test) throw new Error("The database is not open yet.");
    const { database, url } = test;
    await database.asOwner(async (db) => {
      await sql`delete from jobs`.execute(db);
      await sql`delete from events`.execute(db);
      await sql`delete from concurrency_limits`.execute(db);
      await sql`delete from rate_limits`.execute(db);
    });
    const userId = await addUser(database);
    return { database, url, userId, ...moves(database, userId) };
  };
}

function moves(database: Database, userId: UserId) {
  const tx = <T>(body: (db: Tx) => Promise<T>) => database.as(userId).tx(body);
  const newJob = (job: Partial<NewJob> = {}): NewJob & { id: JobId } => ({
    kind: "execute",
    payload: {},
    id: newId(),
    ...job,
  });
  const lease = (max = 100, kinds: NewJob["kind"][] = ["plan", "execute", "render"]) =>
    database.asSystem((db) => leaseJobs(db, { worker: "test", kinds, max, leaseMs }));

  return {
    tx,
    newJob,
    lease,
    /** Milliseconds until a rate limit lets a waiting job start. A worker with free capacity sleeps no longer. */
    rateInMs: () => database.asSystem((db) => nextRateMs(db, ["execute"])),
    add: (job: Partial<NewJob> = {}) => tx((db) => store.insertJob(db, newJob(job))),
    /** Leases everything runnable and returns the given job. */
    async take(id: JobId): Promise<HeldJob> {
      const job = (await lease()).find((one) => one.id === id);
      if (!job) throw new Error(`Job ${id} is not runnable.`);
      return job;
    },
    /** A parent that has planned a step and waits for these children. */
    async plan(
      children: Partial<NewJob>[],
      wait: Partial<Extract<JobOutcome, { type: "waitForChildren" }>> = {},
      parent: Partial<NewJob> = {},
    ) {
      const id = await tx((db) => store.insertJob(db, newJob({ kind: "plan", priority: 9, ...parent })));
      const held = (await lease(1, ["plan"]))[0];
      if (held?.id !== id) throw new Error("Another plan job is runnable.");
      const made = children.map(newJob);
      await tx((db) =>
        attempts.waitForChildren(db, held, {
          type: "waitForChildren",
          step: { current: 1, total: 1 },
          ...wait,
          children: made,
        }),
      );
      return { id, children: made.map((child) => child.id) };
    },
    complete: (...leases: Lease[]) =>
      tx((db) =>
        attempts.completeJobs(
          db,
          leases.map(({ id, fence }) => ({ id, fence, results: null })),
        ),
      ),
    continueJob: (job: Lease) =>
      tx(async (db) => {
        const made = await db.executeQuery(attempts.continuation(db, job, { type: "continue", results: { chunk: 1 } }));
        return singleRow(made.rows).id;
      }),
    fail: (job: Lease, retry = false, delayMs = 0) =>
      tx((db) => attempts.failJob(db, job, { error: new AppError("internal", "It broke.", { retry }), delayMs })),
    /** Makes a held job wait for another job that has to be completed first. */
    awaitFirst: (job: Lease, prerequisite: Partial<NewJob>) =>
      tx((db) => attempts.waitForPrerequisite(db, job, { kind: "execute", payload: {}, ...prerequisite })),
    later: (job: Lease, delayMs: number) => tx((db) => attempts.snoozeJob(db, job, delayMs)),
    handBack: (...leases: Lease[]) => tx((db) => attempts.handBack(db, leases)),
    async row(id: JobId) {
      const { rows } = await tx((db) =>
        sql<Record<string, unknown> & { status: JobStatus }>`select * from jobs where id = ${id}`.execute(db),
      );
      return singleRow(rows);
    },
    async status(id: JobId): Promise<JobStatus> {
      const { rows } = await tx((db) =>
        sql<{ status: JobStatus }>`select status from jobs where id = ${id}`.execute(db),
      );
      return singleRow(rows).status;
    },
    async statuses(...ids: JobId[]): Promise<JobStatus[]> {
      const { rows } = await tx((db) => sql<{ id: JobId; status: JobStatus }>`select id, status from jobs`.execute(db));
      return ids.map((id) => singleRow(rows.filter((row) => row.id === id)).status);
    },
    family: (id: JobId) => tx((db) => listFamily(db, id)),
    /** Ends the leases of these jobs now, as if their worker had stopped renewing them. */
    expire: (...ids: JobId[]) =>
      database.asOwner(async (db) => {
        for (const id of ids)
          await sql`update jobs set lease_expires_at = clock_timestamp() where id = ${id}`.execute(db);
      }),
    async events(id: JobId): Promise<string[]> {
      const { rows } = await tx((db) =>
        sql<{ kind: string }>`select kind from events where data ->> 'jobId' = ${id} order by seq`.execute(db),
      );
      return rows.map((row) => row.kind);
    },
  };
}

import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Database, newId, type Tx } from "#platform";
import { addUser, engines } from "#test";
import { cancelJob, pauseJob } from "../control-job.ts";
import { sharedJobs } from "../jobs.fixture.ts";
import { createAttempt } from "./attempt.ts";
import { isHeld, leaseJobs, lockJob, renewLeases, sweepJob } from "./leases.store.ts";
import { expireAllLeases, regainLease } from "./leases.ts";

describe.each(engines)("the job queue on %s", (engine) => {
  const setup = sharedJobs(engine);

  it("leases runnable jobs that are due, by priority, each once", async () => {
    const t = await setup();
    const later = await t.add({ runAt: new Date(Date.now() + 3_600_000) });
    const first = await t.add();
    const urgent = await t.add({ priority: 5 });
    const waiting = await t.add({ prerequisiteId: first });
    const leased = await t.lease();
    expect(leased.map((job) => job.id).sort()).toEqual([first, urgent].sort());
    expect(leased[0]).toMatchObject({ fence: 1n, leasedAs: "pending", ownerId: t.userId });
    expect(await t.lease()).toEqual([]);
    expect(await t.statuses(later, waiting)).toEqual(["pending", "waiting_for_prerequisite"]);
    await t.handBack(...leased);
    expect((await t.lease(1))[0]?.id).toBe(urgent);
  });

  it("gives a dead worker's jobs to the next worker immediately once all leases have been ended", async () => {
    const t = await setup();
    const job = await t.add();
    const lost = await t.take(job);
    expect(await t.lease()).toEqual([]);
    await expireAllLeases(t.database);
    const [again] = await t.lease();
    expect(again).toMatchObject({ id: job, fence: lost.fence + 1n });
    await expect(t.tx((db) => lockJob(db, lost))).rejects.toMatchObject({ code: "lease_lost" });
  });

  it("leases only jobs of the kinds that the worker runs", async () => {
    const t = await setup();
    await t.add({ kind: "execute" });
    const render = await t.add({ kind: "render" });
    expect((await t.lease(10, ["render"])).map((job) => job.id)).toEqual([render]);
  });

  it("takes a job over when its lease expires, under a new fence, and refuses writes of the old holder", async () => {
    const t = await setup();
    const id = await t.add();
    const old = await t.take(id);
    expect(await t.tx((db) => isHeld(db, old))).toBe(true);
    await t.expire(id);
    await expect(t.tx((db) => lockJob(db, old))).rejects.toMatchObject({ code: "lease_lost" });
    const taken = await t.take(id);
    expect(taken).toMatchObject({ fence: 2n, leasedAs: "pending", attempt: 0 });
    await expect(t.tx((db) => lockJob(db, old))).rejects.toMatchObject({ code: "lease_lost" });
    expect(await t.tx((db) => isHeld(db, old))).toBe(false);
    expect(await t.complete(old)).toEqual([]);
    await expect(t.fail(old)).rejects.toMatchObject({ code: "lease_lost" });
    await expect(t.continueJob(old)).rejects.toMatchObject({ code: "lease_lost" });
    expect(await t.status(id)).toBe("processing");
    expect(await t.complete(taken)).toEqual([id]);
    expect(await t.row(id)).toMatchObject({ status: "completed", deaths: 0, errors: [{ code: "lease_lost" }] });
    expect(await t.events(id)).toEqual(["job.pending", "job.processing", "job.processing", "job.completed"]);
  });

  it("renews leases, even expired ones that no other worker has taken, and reports which jobs are lost and which are to stop", async () => {
    const t = await setup();
    const ids = [await t.add(), await t.add(), await t.add(), await t.add()];
    const leases = await t.lease();
    const [kept, cancelled, lost, late] = ids;
    if (!kept || !cancelled || !lost || !late) throw new Error("four jobs");
    await t.tx((db) => cancelJob(db, cancelled));
    await t.expire(lost);
    expect((await t.lease()).map(({ id }) => id)).toEqual([lost]); // another worker took it
    await t.expire(late);
    const before = (await t.row(kept)).lease_expires_at as Date;
    const renewal = await t.database.asSystem((db) => renewLeases(db, { worker: "test", leases, leaseMs: 120_000 }));
    expect(renewal.renewed.sort()).toEqual([kept, cancelled, late].sort());
    expect(renewal.lost).toEqual([lost]);
    expect(renewal.cancelled).toEqual([cancelled]);
    expect(((await t.row(kept)).lease_expires_at as Date).getTime()).toBeGreaterThan(before.getTime());
    const stranger = await t.database.asSystem((db) => renewLeases(db, { worker: "other", leases, leaseMs: 60_000 }));
    expect(stranger).toMatchObject({ renewed: [], lost: expect.arrayContaining(ids) });
  });

  // Not on the embedded engine: it has one connection, so no other transaction can hold the lock.
  if (engine === "postgres")
    it("regains a lease after an outage, even if the interrupted transaction still holds the lock on the job", async () => {
      const t = await setup();
      const job = await t.take(await t.add());
      const [isLocked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const broken = t.database.asOwner(async (db) => {
        await sql`select from jobs where id = ${job.id} for update`.execute(db);
        isLocked.resolve();
        await end.promise;
      });
      await isLocked.promise;
      let asked = 0;
      const database: Database = {
        ...t.database,
        asSystem: async (body, options) => {
          asked += 1;
          return t.database.asSystem(body, options);
        },
      };
      const regained = regainLease({ database, name: "test", leaseMs: 60_000 }, createAttempt(job));
      await expect.poll(() => asked).toBeGreaterThan(1);
      end.resolve();
      await broken;
      expect(await regained).toBe(true);
    });

  it("treats no lease as lost for two lease periods after an outage, so that workers can reconnect and renew first", async () => {
    const t = await setup();
    const id = await t.add();
    await t.take(id);
    await t.expire(id);
    const move = (column: "beat_at" | "quiet_until", leases: number) =>
      t.database.asOwner((db) =>
        sql`update worker_pulse set ${sql.ref(column)} = ${sql.ref(column)} - ${leases} * interval '1 minute'`.execute(
          db,
        ),
      );
    await t.database.asOwner((db) => sql`update worker_pulse set beat_at = clock_timestamp()`.execute(db));
    await move("beat_at", 3); // no worker reached the database for three lease periods
    expect(await t.lease()).toEqual([]);
    await move("quiet_until", 1.5);
    expect(await t.lease()).toEqual([]);
    await move("quiet_until", 0.6);
    expect((await t.lease()).map((job) => job.id)).toEqual([id]);
  });

  it("fails a job as poison after five lost workers in a row; an error in between resets the count", async () => {
    const t = await setup();
    const id = await t.add();
    const die = async (times: number) => {
      for (let i = 0; i < times; i++) {
        await t.take(id);
        await t.expire(id);
      }
    };
    await die(4);
    await t.fail(await t.take(id), true);
    await die(4);
    expect(await t.database.asSystem(sweepJob)).toBeNull();
    await die(1);
    expect(await t.lease()).toEqual([]);
    expect(await t.database.asSystem(sweepJob)).toBe(id);
    expect(await t.row(id)).toMatchObject({ status: "failed", deaths: 5, attempt: 1, error: { code: "poison" } });
    expect(await t.database.asSystem(sweepJob)).toBeNull();
  });

  it("does not rerun a job with a pending cancel or pause request after its worker has died", async () => {
    const t = await setup();
    const [cancelled, paused] = [await t.add(), await t.add()];
    await t.lease();
    await t.tx((db) => cancelJob(db, cancelled));
    await t.tx((db) => pauseJob(db, paused));
    await t.expire(cancelled, paused);
    expect(await t.lease()).toEqual([]);
    await t.database.asSystem(sweepJob);
    await t.database.asSystem(sweepJob);
    expect(await t.statuses(cancelled, paused)).toEqual(["cancelled", "paused"]);
    expect(await t.row(paused)).toMatchObject({ resumes_as: "pending", pause_reason: "user" });
  });

  it("hands a job back in its former status, without counting an attempt or a worker's death", async () => {
    const t = await setup();
    const id = await t.add();
    await t.fail(await t.take(id), true);
    await t.handBack(await t.take(id));
    expect(await t.row(id)).toMatchObject({ status: "retrying", attempt: 1, deaths: 0, lease_owner: null });
  });

  it("hides jobs from another user, and refuses all operations on them", async () => {
    const t = await setup();
    const id = await t.add();
    const held = await t.take(id);
    const other = t.database.as(await addUser(t.database));
    await expect(other.tx((db) => lockJob(db, held))).rejects.toMatchObject({ code: "lease_lost" });
    await expect(other.tx((db) => cancelJob(db, id))).rejects.toMatchObject({ code: "not_found" });
    const { rows } = await other.tx((db) => sql`select from jobs`.execute(db));
    expect(rows).toEqual([]);
    const { rows: none } = await t.database.asSystem((db) => sql`select from jobs`.execute(db));
    expect(none).toEqual([]);
  });

  it("skips a long queue of a model at its limit without reading it", async () => {
    const t = await setup();
    await t.database.asOwner((db) => sql`insert into concurrency_limits values ('model:acme/slow', 1)`.execute(db));
    const jobs = Array.from({ length: 2000 }, () => t.newJob({ model: "acme/slow" }));
    await t.tx((db) =>
      sql`insert into jobs (id, owner_id, kind, model)
        select id::uuid, ${t.userId}, 'execute', 'acme/slow'
        from jsonb_array_elements_text(${JSON.stringify(jobs.map((job) => job.id))}::text::jsonb) id`.execute(db),
    );
    const quick = await t.add({ model: "acme/quick", id: newId() });
    expect((await t.lease(10)).map((job) => job.model).sort()).toEqual(["acme/quick", "acme/slow"]);
    expect(await t.status(quick)).toBe("processing");
    const read = await t.database.asOwner(async (db) => {
      // The counters may still contain reads of earlier transactions on this connection.
      const before = await rowsRead(db);
      await leaseJobs(db, { worker: "test", kinds: ["execute"], max: 10, leaseMs: 1000 });
      return (await rowsRead(db)) - before;
    });
    expect(read).toBeLessThan(50);
  });
});

async function rowsRead(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select pg_stat_get_xact_tuples_returned('jobs'::regclass) + pg_stat_get_xact_tuples_fetched('jobs'::regclass) as count`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

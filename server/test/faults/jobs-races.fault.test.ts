import type { JobId, UserId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { openSession, type PgSession, untilBlocked } from "./pg-session.ts";

type Held = { id: JobId; fence: string };

const complete = (s: PgSession, job: Held) => s.run("select complete_jobs($1)", [JSON.stringify([job])]);
const carryOn = (s: PgSession, job: Held) => s.run("select continue_job($1, $2, '{}', null)", [job.id, job.fence]);
const fail = (s: PgSession, job: Held) =>
  s.run("select fail_job($1, $2, 'internal', 'It broke.', false, 0, null, false, null)", [job.id, job.fence]);
const cancel = (s: PgSession, id: JobId) => s.run("select cancel_job($1)", [id]);
const add = (s: PgSession, job: object) =>
  s
    .run<{ id: JobId }>("select insert_job($1) as id", [JSON.stringify({ kind: "execute", id: newId(), ...job })])
    .then(([row]) => row!.id);

/**
 * Two database connections, driven step by step: the first commits only after PostgreSQL reports that the second one waits.
 * Load tests do not find these races.
 */
describe.skipIf(!engines.includes("postgres"))("two database sessions", () => {
  let test: TestDatabase;
  let userId: UserId;
  let one: PgSession;
  let two: PgSession;
  let watcher: PgSession;
  beforeAll(async () => {
    test = await testDatabase("postgres");
    userId = await addUser(test.database);
    if (!test.url) throw new Error("A server has an address.");
    [one, two, watcher] = await Promise.all([
      openSession(test.url, userId),
      openSession(test.url, userId),
      openSession(test.url, userId),
    ]);
  });
  afterAll(async () => {
    await Promise.all([one, two, watcher].map((session) => session?.[Symbol.asyncDispose]()));
    await test?.[Symbol.asyncDispose]();
  });

  async function commit<T>(session: PgSession, body: () => Promise<T>): Promise<T> {
    await session.begin();
    const result = await body();
    await session.commit();
    return result;
  }
  const claim = () =>
    commit(one, () => one.run<Held>("select id, fence::text from lease_jobs('hand', '{plan,execute}', 100, 60000)"));
  const status = async (id: JobId) =>
    (await watcher.run<{ status: string }>("select status from jobs where id = $1", [id]))[0]?.status;
  const eventsOf = async (id: JobId, kind: string) =>
    (await watcher.run("select from events where kind = $2 and data ->> 'jobId' = $1", [id, kind])).length;

  /** Creates a parent that waits for its children, in step 1 of 2. */
  async function family(children: number) {
    const parent = await commit(one, () => add(one, { kind: "plan" }));
    const [planner] = await claim();
    const made = Array.from({ length: children }, () => ({ kind: "execute", id: newId<JobId>() }));
    await commit(one, () =>
      one.run("select wait_for_children($1, $2, $3, 1, 2, 'fail')", [parent, planner!.fence, JSON.stringify(made)]),
    );
    return { parent, ids: made.map((child) => child.id) };
  }

  /** `first` acts without committing, and `second` waits for it. Then `first` commits and, after it, `second`. */
  async function race(
    first: (s: PgSession) => Promise<unknown>,
    second: (s: PgSession) => Promise<unknown>,
  ): Promise<void> {
    await one.begin();
    await first(one);
    await two.begin();
    const waiting = second(two);
    await untilBlocked(watcher, two, one);
    await one.commit();
    await waiting;
    await two.commit();
  }

  it("wake a parent exactly once if its last two children finish at the same time", async () => {
    const { parent } = await family(2);
    const [a, b] = await claim();
    await race(
      (s) => complete(s, a!),
      (s) => complete(s, b!),
    );
    expect(await status(parent)).toBe("pending_next_step");
    expect(await eventsOf(parent, "job.pending-next-step")).toBe(1);
    await claim();
  });

  it("wake the parent once, without a deadlock, when two siblings have continued and finished", async () => {
    const { parent } = await family(2);
    const [a, b] = await claim();
    await race(
      (s) => carryOn(s, a!),
      (s) => carryOn(s, b!),
    );
    expect(await status(parent)).toBe("waiting_for_children");
    const [c, d] = await claim();
    await race(
      (s) => carryOn(s, c!),
      (s) => complete(s, d!),
    );
    expect(await status(parent)).toBe("waiting_for_children");
    const [last] = await claim();
    await commit(one, () => complete(one, last!));
    expect(await status(parent)).toBe("pending_next_step");
    expect(await eventsOf(parent, "job.pending-next-step")).toBe(1);
    await claim();
  });

  it.each(["failure first", "cancel first"])(
    "end each job once if a failure and a cancellation happen at the same time: %s",
    async (order) => {
      const { parent, ids } = await family(2);
      const [failing] = await claim();
      const other = ids.find((id) => id !== failing!.id)!;
      // Fail-fast leaves running siblings alone. Returns the sibling to the queue, so that both fail-fast and the user's
      // cancellation try to cancel it.
      const [held] = await watcher.run<Held>("select id, fence::text from jobs where id = $1", [other]);
      await commit(one, () => one.run("select hand_back($1)", [JSON.stringify([held])]));
      if (order === "failure first")
        await race(
          (s) => fail(s, failing!),
          (s) => cancel(s, other),
        );
      else
        await race(
          (s) => cancel(s, other),
          (s) => fail(s, failing!),
        );
      expect([await status(parent), await status(failing!.id), await status(other)]).toEqual([
        "failed",
        "failed",
        "cancelled",
      ]);
      expect([await eventsOf(parent, "job.failed"), await eventsOf(other, "job.cancelled")]).toEqual([1, 1]);
    },
  );

  it("cancel a continuation too if its chain is cancelled while an attempt is creating it", async () => {
    const { parent, ids } = await family(1);
    const [held] = await claim();
    await race(
      (s) => carryOn(s, held!),
      (s) => cancel(s, ids[0]!),
    );
    const [next] = await watcher.run<{ status: string }>(
      "select status from jobs where chain_id = $1 and continuation = 1",
      ids,
    );
    expect([await status(ids[0]!), next?.status, await status(parent)]).toEqual([
      "completed",
      "cancelled",
      "cancelled",
    ]);
  });

  it.each(["finished first", "inserted first"])(
    "wake a job that is inserted while the job it waits for finishes: %s",
    async (order) => {
      const awaited = await commit(one, () => add(one, {}));
      const [held] = await claim();
      const waiter = newId<JobId>();
      const insert = (s: PgSession) => add(s, { id: waiter, prerequisite_id: awaited });
      const finish = (s: PgSession) => complete(s, held!);
      if (order === "finished first") await race(finish, insert);
      else await race(insert, finish);
      expect(await status(waiter)).toBe("pending");
      await claim();
    },
  );

  it("give the event that is committed last the higher number, even if it was written first, so that no reader misses it", async () => {
    const numbers = async (after: string) =>
      await watcher.run<{ seq: string; job: JobId }>(
        "select seq::text, data ->> 'jobId' as job from events where seq > $1 order by events.seq",
        [after],
      );
    const [{ last } = { last: "0" }] = await watcher.run<{ last: string }>(
      "select coalesce(max(seq), 0)::text as last from events",
    );
    await one.begin();
    const slow = await add(one, {});
    const quick = await commit(two, () => add(two, {}));
    const seen = await numbers(last);
    expect(seen.map((event) => event.job)).toEqual([quick]);
    await one.commit();
    const then = await numbers(seen.at(-1)!.seq);
    expect(then.map((event) => event.job)).toEqual([slow]);
  });

  it("hide later events from readers until an event with a lower number is committed", async () => {
    await race(
      async (s) => {
        await add(s, {});
        await s.run("set constraints all immediate"); // gives the event its number, as a commit would, before the commit
      },
      async (s) => {
        await add(s, {});
        await s.run("set constraints all immediate");
      },
    );
    const rows = await watcher.run<{ seq: string }>(
      "select seq::text from events where seq is not null order by events.seq",
    );
    const seqs = rows.map((row) => Number(row.seq));
    expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
  });
});

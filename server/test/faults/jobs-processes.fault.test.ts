import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { setConcurrencyLimit } from "#jobs";
import { startLoopback } from "#loopback";
import { engines } from "#test";
import { setupWorkers } from "./worker-processes.ts";

/** Starts a provider that counts concurrent calls. It answers a call when `answer` resolves. */
async function provider(answer: (pid: number) => Promise<void>) {
  let now = 0;
  const seen = { calls: 0, most: 0 };
  const called = new EventEmitter();
  const server = await startLoopback(async (request, response) => {
    now += 1;
    seen.calls += 1;
    seen.most = Math.max(seen.most, now);
    called.emit("call");
    await answer(Number(new URL(request.url ?? "", "http://x").searchParams.get("pid")));
    now -= 1; // before the response, because the worker may call again as soon as it receives the response
    response.end("ok");
  });
  return {
    seen,
    async untilCalled(times: number) {
      while (seen.calls < times) await once(called, "call");
    },
    ...server,
  };
}

const status = (id: JobId, wanted: string) => sql`select from jobs where id = ${id} and status = ${wanted}`;
const allCompleted = sql`select where not exists (select from jobs where status <> 'completed')`;

/** A busy machine might not renew a lease of one second in time. */
const unhurried = { leaseMs: 30_000 };

describe.skipIf(!engines.includes("postgres"))("worker processes", () => {
  it("never have more jobs of a model running at once than the model's limit, as counted by the provider", async () => {
    await using t = await setupWorkers();
    await using counter = await provider(() => wait(10));
    await setConcurrencyLimit(t.database, { key: "model:acme/one", max: 2 });
    await t.database.as(t.userId).tx((db) =>
      sql`insert into jobs (id, owner_id, kind, model, payload)
        select gen_random_uuid(), ${t.userId}, 'execute', 'acme/one', jsonb_build_object('call', ${counter.url}::text)
        from generate_series(1, 200)`.execute(db),
    );
    await Promise.all([t.start(unhurried), t.start(unhurried), t.start(unhurried), t.start(unhurried)]);
    await t.until(allCompleted);
    expect(counter.seen).toEqual({ calls: 200, most: 2 });
    const [effects] = await t.read(
      sql<{ n: number; pids: number }>`select count(*)::int as n, count(distinct pid)::int as pids from effects`,
    );
    expect(effects?.n).toBe(200);
    expect(effects?.pids).toBeGreaterThan(1);
  });

  it("finish a run even if database notifications are switched off", async () => {
    await using t = await setupWorkers();
    await Promise.all([t.start({ notify: false }), t.start({ notify: false })]);
    const root = await t.add({ kind: "plan", payload: { width: 6, steps: 2, ms: 1 } });
    await t.until(status(root, "completed"));
    const listening = await t.read(
      sql`select from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    expect(listening).toHaveLength(0);
  });

  it("write nothing if they are suspended until their lease expires and then continue", async () => {
    await using t = await setupWorkers();
    const gate = Promise.withResolvers<void>();
    let stopped = 0;
    await using slow = await provider((pid) => (pid === stopped ? gate.promise : Promise.resolve()));
    const first = await t.start();
    stopped = first.pid;
    const id = await t.add({ payload: { call: slow.url } });
    await slow.untilCalled(1);
    first.process.kill("SIGSTOP");
    await t.start(unhurried);
    await t.until(status(id, "completed"));
    const [{ last } = { last: 0n }] = await t.read(sql<{ last: bigint }>`select max(seq) as last from events`);
    gate.resolve(); // the answer the first worker was waiting for
    first.process.kill("SIGCONT");
    first.process.kill("SIGTERM");
    expect(await first.exited).toEqual([0, null]);
    expect(await t.read(sql`select job_id, fence from effects`)).toEqual([{ job_id: id, fence: 2n }]);
    expect(t.files()).toEqual([`${id}-2`]);
    expect(await t.read(sql`select from events where seq > ${last}`)).toEqual([]);
    expect(slow.seen.calls).toBe(2);
  });

  it("lose an open transaction if they are suspended while it is open", async () => {
    await using t = await setupWorkers();
    const first = await t.start();
    const id = await t.add({ payload: { fall: "silent-in-transaction" } });
    await t.until(
      sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    await t.start(unhurried);
    await t.until(status(id, "completed"));
    first.process.kill("SIGCONT");
    first.process.kill("SIGTERM");
    expect(await first.exited).toEqual([0, null]);
    expect(await t.read(sql`select fence from effects`)).toEqual([{ fence: 2n }]);
  });

  it("return their jobs to the queue and exit on SIGTERM", async () => {
    await using t = await setupWorkers();
    const never = new Promise<void>(() => undefined);
    await using silent = await provider(() => never);
    const worker = await t.start();
    const ids = [await t.add({ payload: { call: silent.url } }), await t.add({ payload: { call: silent.url } })];
    await silent.untilCalled(2);
    worker.process.kill("SIGTERM");
    expect(await worker.exited).toEqual([0, null]);
    const rows = await t.read(
      sql<{ id: JobId }>`select id, status, attempt, deaths, lease_owner from jobs order by id`,
    );
    expect(rows).toEqual(ids.sort().map((id) => ({ id, status: "pending", attempt: 0, deaths: 0, lease_owner: null })));
  });

  it("give up a job that has killed five workers in a row", async () => {
    await using t = await setupWorkers();
    const id = await t.add({ payload: { fall: "dead" } });
    for (let deaths = 0; deaths < 5; deaths++) {
      const worker = await t.start({ leaseMs: 300 });
      await worker.exited;
    }
    await t.start({ leaseMs: 300 });
    await t.until(status(id, "failed"));
    const [row] = await t.read(sql`select deaths, fence, attempt, error ->> 'code' as code from jobs`);
    expect(row).toEqual({ deaths: 5, fence: 5n, attempt: 0, code: "poison" });
  });
});

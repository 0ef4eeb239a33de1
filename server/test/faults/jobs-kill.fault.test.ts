import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { untilForgotten } from "./until-forgotten.ts";
import { leaseMs, setupWorkers } from "./worker-processes.ts";

type Lost = { id: JobId; fence: bigint; killedAt: Date };

const kills = 30;
const crew = 4;
const plan = { width: 6, steps: 2, ms: 20 };

describe.skipIf(!engines.includes("postgres"))("kill -9 of a worker at a random moment, thirty times", () => {
  it("loses no job and repeats no effect, and another worker takes over every job within two lease durations", async () => {
    await using t = await setupWorkers();
    await Promise.all(Array.from({ length: crew }, () => t.start()));
    const lost: Lost[] = [];
    const starting = new Set<Promise<unknown>>();

    for (let killed = 0; killed < kills; killed++) {
      await t.add({ kind: "plan", payload: plan });
      await someEventsPass(t, 1 + Math.floor(Math.random() * 20));
      const victim = [...t.workers][Math.floor(Math.random() * t.workers.size)];
      if (!victim) throw new Error("The crew is always complete here.");
      victim.process.kill("SIGKILL");
      await victim.exited;
      const [{ killedAt } = { killedAt: new Date() }] = await t.read(
        sql<{ killedAt: Date }>`select clock_timestamp() as "killedAt"`,
      );
      await untilForgotten(t.database, victim.name);
      const held = await t.read(sql<Omit<Lost, "killedAt">>`
        select id, fence from jobs where status = 'processing' and lease_owner like ${`%-${victim.pid}-%`}`);
      lost.push(...held.map((job) => ({ ...job, killedAt })));
      const started = t.start().finally(() => starting.delete(started));
      starting.add(started);
      if (t.workers.size < crew - 1) await started;
    }
    await Promise.all(starting);
    await t.until(sql`select where not exists (select from jobs where status <> 'completed')`);

    expect(lost.length).toBeGreaterThan(0);
    const takeovers = await t.read(sql<{ leases: number }>`
      select (extract(epoch from events.at - lost.killed_at) * 1000 / ${leaseMs})::float8 as leases
      from jsonb_to_recordset(${JSON.stringify(lost.map(({ id, fence, killedAt }) => ({ id, fence: String(fence), killed_at: killedAt })))}::text::jsonb)
        as lost (id uuid, fence bigint, killed_at timestamptz)
      join events on events.kind = 'job.processing' and events.data ->> 'jobId' = lost.id::text
        and (events.data ->> 'fence')::bigint = lost.fence + 1
      order by leases`);
    expect(takeovers).toHaveLength(lost.length);
    expect(takeovers.at(-1)?.leases).toBeLessThan(2);

    const wrong = await t.read(sql`
      select jobs.id, kind, count(effects.job_id) as effects
      from jobs left join effects on effects.job_id = jobs.id
      group by jobs.id
      having count(effects.job_id) <> case kind when 'plan' then ${plan.steps} else 1 end`);
    expect(wrong).toEqual([]);
    const [{ roots } = { roots: 0 }] = await t.read(
      sql<{ roots: number }>`select count(*)::int as roots from jobs where parent_id is null`,
    );
    expect(roots).toBe(kills);
    // Each step has six chains: two of one request, two of two requests, and two of three.
    const [{ all } = { all: 0 }] = await t.read(sql<{ all: number }>`select count(*)::int as "all" from jobs`);
    expect(all).toBe(kills * (1 + plan.steps * 12));
  });
});

/** Resolves after `count` further events. A random count makes the moment of the next kill random. */
async function someEventsPass(t: Awaited<ReturnType<typeof setupWorkers>>, count: number): Promise<void> {
  const [{ last } = { last: 0n }] = await t.read(
    sql<{ last: bigint }>`select coalesce(max(seq), 0) as last from events`,
  );
  await t.until(sql`select where (select max(seq) from events) >= ${last + BigInt(count)}`);
}

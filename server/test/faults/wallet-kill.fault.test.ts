import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { auditWallets, topUp } from "#wallet";
import { engines } from "../support/test-database.ts";
import { setupWorkers } from "./worker-processes.ts";

const program = "wallet-worker.ts";
const crew = 4;
const concurrency = 4;

type Workers = Awaited<ReturnType<typeof setupWorkers>>;

async function fiftyCallsOnTwenty(t: Workers, leaseMs: number): Promise<void> {
  await topUp({ db: t.database.as(t.userId) }, { amount: 20n, key: "twenty" });
  await t.database
    .as(t.userId)
    .tx((db) =>
      sql`insert into jobs (id, owner_id, kind) select gen_random_uuid(), ${t.userId}, 'execute' from generate_series(1, 50)`.execute(
        db,
      ),
    );
  await Promise.all(Array.from({ length: crew }, () => t.start({ leaseMs, concurrency })));
}

const atRest = sql`
  select where not exists (select from jobs where status not in ('completed', 'paused'))
    and not exists (select from holds where state = 'held')`;

/** A worker in the middle of a call; nobody, when no more calls can come. */
const busyWorker = sql<{ name: string }>`
  select lease_owner as name from jobs join holds on holds.job_id = jobs.id and holds.fence = jobs.fence
  where status = 'processing' and state = 'held' and lease_expires_at > clock_timestamp()
  union all
  select 'nobody' where not exists (select from jobs where status not in ('completed', 'paused'))
  limit 1`;

async function books(t: Workers) {
  const [counts] = await t.read(sql<{
    completed: number;
    charged: number;
    lost: number;
    effects: number;
    wallet: bigint;
  }>`
    select (select count(*)::int from jobs where status = 'completed') as completed,
      (select count(*)::int from ledger_transactions where kind = 'charge') as charged,
      (select count(*)::int from ledger_transactions where kind = 'loss') as lost,
      (select count(*)::int from effects) as effects,
      (select balance from accounts where kind = 'wallet') as wallet`);
  if (!counts) throw new Error("A query of counts has one row.");
  expect(await t.database.asOwner((db) => auditWallets(db))).toEqual([]);
  const savedButOpen = await t.read(sql`
    select status, pause_reason, jobs.fence, jobs.errors, effects.fence as saved_under
    from jobs join effects on effects.job_id = jobs.id where status <> 'completed'`);
  expect(savedButOpen).toEqual([]);
  return counts;
}

describe.skipIf(!engines.includes("postgres"))("fifty calls of four processes on money for twenty", () => {
  it("twenty succeed and the rest pause; a top-up lets all of them go on", async () => {
    await using t = await setupWorkers(program);
    await fiftyCallsOnTwenty(t, 60_000);
    await t.until(atRest);
    expect(await books(t)).toEqual({ completed: 20, charged: 20, lost: 0, effects: 20, wallet: 0n });
    await topUp({ db: t.database.as(t.userId) }, { amount: 30n, key: "thirty" });
    await t.until(sql`select where not exists (select from jobs where status <> 'completed')`);
    expect(await books(t)).toEqual({ completed: 50, charged: 50, lost: 0, effects: 50, wallet: 0n });
  });

  it("killed at random, what was saved is charged once, what was lost is booked once, and together they are twenty", async () => {
    await using t = await setupWorkers(program);
    await fiftyCallsOnTwenty(t, 2000);
    for (let killed = 0; killed < 6; killed++) {
      const [busy] = await t.until(busyWorker);
      const victim = [...t.workers].find((worker) => busy?.name.includes(`-${worker.pid}-`));
      if (!victim) break;
      victim.process.kill("SIGKILL");
      await victim.exited;
      await t.start({ leaseMs: 2000, concurrency });
    }
    await t.until(atRest);
    const { completed, charged, lost, effects, wallet } = await books(t);
    expect([charged, effects]).toEqual([completed, completed]);
    expect(charged + lost).toBe(20);
    expect(lost).toBeGreaterThan(0);
    expect(wallet).toBe(0n);
    const twice = await t.read(
      sql`select hold_id from hold_events where kind <> 'recovered' group by 1 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines, startPaidProvider, testApp, wholeThesis } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";

/** The cost of one answer, and the amount held for it. */
const cost = 1001n;
const program = join(import.meta.dirname, "../../bin/dialectic.mjs");

/** Real worker processes on one database, a slow provider, and money for twenty of fifty calls. */
async function setup(leaseMs: number) {
  const t = await testApp("postgres");
  const provider = await startPaidProvider(() => ({ pieces: wholeThesis, pauseMs: 20 + Math.random() * 60 }));
  provider.listIn(t.dataDir);
  await topUp(t.ctx, { amount: cost * 20n, key: "twenty" });
  for (let index = 0; index < 50; index++)
    await t.session({ brief: `Plan number ${index}.`, models: [provider.model], start: true });

  const workers = new Map<number, { child: ChildProcess; exited: Promise<unknown> }>();
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await t.database.asOwner((db) => query.execute(db))).rows;
  return {
    ...t,
    read,
    start(): void {
      const env = {
        ...process.env,
        DATABASE_URL: t.url ?? "",
        DIALECTIC_HOME: t.dataDir,
        DIALECTIC_LEASE_MS: String(leaseMs),
        DIALECTIC_CONCURRENCY: "4",
      };
      const child = spawn(process.execPath, [program, "worker"], { stdio: "ignore", env });
      workers.set(child.pid ?? 0, { child, exited: once(child, "exit") });
    },
    /** Resolves as soon as the query returns rows. */
    async until<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
      for (;;) {
        const rows = await read(query);
        if (rows.length > 0) return rows;
        await wait(10); // leaves the CPU cores to the workers
      }
    },
    async kill(pid: number): Promise<void> {
      const worker = workers.get(pid);
      worker?.child.kill("SIGKILL");
      await worker?.exited;
      workers.delete(pid);
    },
    async books() {
      const [counts] = await read(sql<{ saved: number; charged: number; lost: number; waiting: number }>`
        select (select count(*)::int from contributions) as saved,
          (select count(distinct call_key)::int from wallet_transactions where kind = 'charge') as charged,
          (select count(*)::int from wallet_transactions where kind = 'loss') as lost,
          (select count(*)::int from jobs where status = 'paused' and pause_reason = 'funds') as waiting`);
      expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
      expect(await getBalance(t.ctx)).toEqual({ balance: 0n, held: 0n, free: 0n });
      return counts;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers.keys()].map((pid) => this.kill(pid)));
      await t[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const atRest = sql`
  select where not exists (
      select from jobs where kind = 'plan' and (job_is_runnable(status) or status = 'processing'))
    and not exists (select from wallet_holds where state = 'held')`;

/** The pid of a worker that is making a call; 0 if no further call will be made. */
const busyWorker = sql<{ pid: number }>`
  select (regexp_match(lease_owner, '-(\\d+)-[^-]+$'))[1]::int as pid
  from jobs join wallet_holds hold on hold.job_id = jobs.id and hold.fence = jobs.fence
  where status = 'processing' and state = 'held' and lease_expires_at > clock_timestamp()
  union all
  select 0 where not exists (select from jobs where kind = 'plan' and (job_is_runnable(status) or status = 'processing'))
  limit 1`;

describe.skipIf(!engines.includes("postgres"))("fifty calls by four worker processes with money for twenty", () => {
  it("complete twenty calls and pause the rest", async () => {
    await using t = await setup(60_000);
    for (let index = 0; index < 4; index++) t.start();
    await t.until(sql`select from contributions`);
    await t.until(atRest);
    expect(await t.books()).toEqual({ saved: 20, charged: 20, lost: 0, waiting: 30 });
  });

  it("save or lose exactly twenty answers, each booked once, if workers are killed at random", async () => {
    await using t = await setup(2_000);
    for (let index = 0; index < 4; index++) t.start();
    for (let killed = 0; killed < 5; killed++) {
      const [busy] = await t.until(busyWorker);
      if (!busy?.pid) break;
      await t.kill(busy.pid);
      t.start();
    }
    await t.until(atRest);
    const books = await t.books();
    expect(books?.charged).toBe(books?.saved);
    expect((books?.saved ?? 0) + (books?.lost ?? 0)).toBe(20);
    expect(books?.lost).toBeGreaterThan(0);
    const twice = await t.read(sql`select job_id from contributions group by 1 having count(*) > 1`);
    expect(twice).toEqual([]);
  });
});

import { sql } from "kysely";
import { z } from "zod";
import pg from "pg";
import { run, makeWorkerUtils } from "graphile-worker";
import { createJobKinds, createWorker, defineJobKind, enqueue } from "#jobs";
import { createDatabase, createLog, createPostgresEngine, migrate, newId } from "#platform";
const base = process.env.DIALECTIC_TEST_DATABASE_URL!;
const N = Number(process.argv[2] ?? 5000), conc = Number(process.argv[3] ?? 10);
const which = process.argv[4] ?? "both";
async function fresh(name: string) {
  const c = new pg.Client(base); await c.connect();
  await c.query(`drop database if exists ${name} with (force)`); await c.query(`create database ${name}`); await c.end();
  const u = new URL(base); u.pathname = "/" + name; return u.href;
}
async function ours() {
  const url = await fresh("jb_ours");
  const database = createDatabase(createPostgresEngine(url));
  await migrate(database);
  const id = newId<any>();
  await database.asOwner((db) => sql`insert into users values (${id}, 'x')`.execute(db));
  let done = 0; let finished = Promise.withResolvers<void>();
  const starts: number[] = [];
  let added = 0;
  const kinds = createJobKinds([defineJobKind({ kind: "execute", payload: z.object({}), async run() { if (added) starts.push(performance.now() - added); return { type: "done" }; } })]);
  const worker = createWorker({ database, kinds, log: createLog("warn"), concurrency: conc });
  const t = performance.now();
  await database.as(id).tx((db) => sql`insert into jobs (id, owner_id, kind) select gen_random_uuid(), ${id}, 'execute' from generate_series(1, ${N}::int)`.execute(db));
  console.log("ours insert", (N / (performance.now() - t) * 1000).toFixed(0), "/s");
  await database.asOwner((db) => sql`analyze jobs`.execute(db));
  const t0 = performance.now();
  await worker.start();
  await worker.idle();
  const s = (performance.now() - t0) / 1000;
  const { rows } = await database.asOwner((db) => sql<any>`select status, count(*)::int from jobs group by 1`.execute(db));
  console.log("ours", (N / s).toFixed(0), "jobs/s", rows);
  for (let i = 0; i < 100; i++) { added = performance.now(); const n = starts.length; await database.as(id).tx((db) => enqueue(db, { kind: "execute", payload: {} })); while (starts.length === n) await new Promise((r) => setImmediate(r)); await new Promise((r) => setTimeout(r, 10)); }
  starts.sort((a, b) => a - b);
  console.log("latency median", starts[50]!.toFixed(2), "p95", starts[95]!.toFixed(2));
  await worker.stop(); await database.close();
}
async function graphile() {
  const url = await fresh("jb_gw");
  const utils = await makeWorkerUtils({ connectionString: url });
  await utils.migrate();
  const c = new pg.Client(url); await c.connect();
  await c.query(`select graphile_worker.add_job('noop', '{}') from generate_series(1,$1::int)`, [N]);
  await c.query("vacuum analyze");
  let n = 0; const all = Promise.withResolvers<void>();
  const t0 = performance.now();
  let lat: number[] = []; let added = 0;
  const r = await run({ connectionString: url, concurrency: conc, noHandleSignals: true, logger: undefined, maxPoolSize: Number(process.argv[5] ?? conc+1), taskList: { noop: () => { n++; if (added) lat.push(performance.now() - added); if (n === N) all.resolve(); } } } as any);
  await all.promise;
  // wait until all deleted
  for (;;) { const { rows } = await c.query("select count(*)::int n from graphile_worker._private_jobs"); if (rows[0].n === 0) break; }
  console.log("graphile", (N / (performance.now() - t0) * 1000).toFixed(0), "jobs/s");
  for (let i = 0; i < 100; i++) { added = performance.now(); const k = lat.length; await c.query("select graphile_worker.add_job('noop','{}')"); while (lat.length === k) await new Promise((r) => setImmediate(r)); await new Promise((r) => setTimeout(r, 10)); }
  lat.sort((a, b) => a - b); console.log("graphile latency", lat[50]!.toFixed(2), lat[95]!.toFixed(2));
  await r.stop(); await utils.release(); await c.end();
}
if (which !== "gw") await ours();
if (which !== "ours") await graphile();

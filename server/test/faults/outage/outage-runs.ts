import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { AppError, createDatabase, createPostgresEngine, migrate } from "#platform";
import { type TestApp, type TestDatabase, testApp } from "#test";
import { startOwnCluster } from "../../../../scripts/provision/postgres.ts";
import type { PostgresCluster } from "../../../../scripts/provision/postgres-cluster.ts";
import { judge } from "../killed/judge.ts";
import { type Course, type KilledRun, quiet } from "../killed/killed-run.ts";
import { begin, createWorkers, isOver, startProvider, treeOf } from "../killed/killed-workers.ts";
import { closeBooks } from "../killed/read-books.ts";
import { readReceipts } from "../killed/read-receipts.ts";

/**
 * `restart`: PostgreSQL stops immediately and is started again. `silence`: PostgreSQL does not respond for `ms`, and
 * then answers everything that is pending.
 */
export type Outage = { kind: "restart" } | { kind: "silence"; ms: number };

const preload = `--import=${pathToFileURL(join(import.meta.dirname, "hold-at.ts")).href}`;

/**
 * Sets up runs of a session by two workers, on a PostgreSQL server that no other run uses meanwhile. While one of the
 * workers is held at a point, the server has an outage; then the workers continue. No process dies, so nothing may be lost:
 * every document must be written once, and every paid answer must be saved.
 */
export async function setupOutages(course: Course, outage: Outage, { leaseMs = 30_000 } = {}) {
  const root = mkdtempSync(join(tmpdir(), "dialectic-outage-"));
  const clusters: PostgresCluster[] = [];
  const free: PostgresCluster[] = [];
  let count = 0;

  /** Runs that overlap use different servers, because an outage affects all databases of a server. */
  async function takeCluster(): Promise<PostgresCluster> {
    const known = free.pop();
    if (known) return known;
    const started = await startOwnCluster({ durable: true });
    if ("skipped" in started) throw new Error(started.skipped);
    clusters.push(started);
    return started;
  }

  async function work(at: string) {
    const cluster = await takeCluster();
    count += 1;
    const dir = join(root, String(count));
    mkdirSync(dir);
    const [reached, go, passed] = ["reached", "continue", "passed"].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ];
    await using provider = await startProvider(course);
    await using t = await testApp("postgres", { database: await openDatabase(cluster.url, `run_${count}`) });
    const session = await begin(t, { ...course, provider });
    await using workers = createWorkers(t, { leaseMs });
    const supervise = (env?: NodeJS.ProcessEnv): unknown =>
      workers.start(env).exited.then(([code]) => code !== null && supervise()); // workers started during the outage exit
    supervise({ ...quiet, NODE_OPTIONS: preload, HOLD_AT: at, REACHED: reached, CONTINUE: go, PASSED: passed });
    supervise();
    const over = untilOver(t);
    if (at !== "") {
      const waiting = new AbortController();
      await Promise.race([over, untilThere(reached, waiting.signal)]).finally(() => waiting.abort());
      if (existsSync(reached)) await cause(cluster, outage, () => writeFileSync(go, ""));
    }
    await over;
    const wasReached = existsSync(reached);
    const found = {
      tree: await treeOf(t, session.projectId, join(dir, "tree")),
      receipts: await readReceipts(t.database),
      books: await closeBooks(t.database),
    };
    const points = readFileSync(passed, "utf8").trimEnd().split("\n");
    const problems = await findDamage(t, { answers: provider.timesAsked(), saved: found.books.saved });
    free.push(cluster);
    return { ...found, points, problems, wasReached };
  }

  const wanted = await work("");
  return {
    /** The points in the order in which one of the two workers passes them. */
    points: wanted.points,
    async killAt([at = ""]: readonly string[]): Promise<KilledRun> {
      const { problems, wasReached, ...found } = await work(at);
      return {
        deaths: [{ at, died: wasReached, lost: 0 }],
        problems: [...problems, ...judge({ ...found, lost: 0, wanted })],
      };
    },
    async [Symbol.asyncDispose]() {
      for (const cluster of clusters) await cluster.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function openDatabase(server: string, name: string): Promise<TestDatabase> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const address = new URL(server);
  address.pathname = `/${name}`;
  const database = createDatabase(createPostgresEngine(address.href));
  await migrate(database);
  return { engine: "postgres", database, url: address.href, [Symbol.asyncDispose]: () => database.close() };
}

/** Causes the outage. Calls `begun` as soon as the server no longer answers, and resolves when it answers again. */
async function cause(cluster: PostgresCluster, outage: Outage, begun: () => void): Promise<void> {
  if (outage.kind === "restart") {
    const restarted = cluster.restart();
    begun();
    return restarted;
  }
  await cluster.pause();
  begun();
  await wait(outage.ms);
  await cluster.resume();
}

/**
 * Resolves when the file exists or the signal is aborted. Without the signal, a wait for a point that the run never passes
 * would keep the process alive.
 */
async function untilThere(file: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(file) && !signal.aborted) await wait(10);
}

const longestRunMs = 10 * 60_000;

async function untilOver(t: TestApp): Promise<void> {
  for (const giveUpAt = Date.now() + longestRunMs; ; ) {
    if (Date.now() > giveUpAt) throw new Error("the run did not end");
    try {
      if ((await t.database.asOwner((db) => isOver.execute(db))).rows[0]?.over) return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "database_unreachable")) throw error;
    }
    await wait(100);
  }
}

/** Lists damage that only an outage can cause. `judge` makes the checks that apply to every run. */
async function findDamage(t: TestApp, { answers, saved }: { answers: number; saved: number }): Promise<string[]> {
  const blamed = sql<{ label: string; code: string; why: string }>`
    select coalesce(label, kind) as label, coalesce(error, errors -> 0) ->> 'code' as code,
      coalesce(error, errors -> 0) ->> 'message' as why
    from jobs
    where status = 'failed' or jsonb_array_length(errors) > 0`;
  const { rows } = await t.database.asOwner((db) => blamed.execute(db));
  return [
    ...rows.map(({ label, code, why }) => `the outage is recorded as an error of the job ${label}: ${code} (${why})`),
    ...(answers === saved ? [] : [`the provider was paid for ${answers} answers, and ${saved} were saved`]),
  ];
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { listProjectFiles, readProjectFile, writeTree } from "#documents";
import { expireAllLeases } from "#jobs";
import { addTemplates } from "#recipes";
import { type PricedProvider, startPricedProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";
import { namedUrl, untilForgotten } from "../until-forgotten.ts";
import { embeddingModel, giveVectors } from "./give-vectors.ts";
import { judge } from "./judge.ts";
import { answerAsCounted, type Course, dying, type KilledRun, maxOutputTokens, type Wanted } from "./killed-run.ts";
import { mergingFiles } from "./merging.ts";
import { closeBooks } from "./read-books.ts";
import { readReceipts } from "./read-receipts.ts";
import { readTree, type Tree } from "./read-tree.ts";

const program = join(import.meta.dirname, "../../../bin/dialectic.mjs");
const brief = readFileSync(new URL("../../../../examples/garden.md", import.meta.url), "utf8");

/**
 * So long that a worker renews its lease in time even on a busy machine. Jobs of dead workers are taken over all the same,
 * because the test expires their leases.
 */
const leaseMs = 120_000;

export const isOver = sql<{ over: boolean }>`
  select not exists (select from jobs where kind in ('plan', 'combine', 'execute', 'render') and not job_is_over(status))
    and not exists (select from wallet_holds where state = 'held') as over`;

/** Sets up runs of a session by two workers on a PostgreSQL server. One is killed at a point, and a third worker replaces it. */
export async function setupKilledWorkers(course: Course) {
  const root = mkdtempSync(join(tmpdir(), "dialectic-killed-workers-"));
  const provider = await startProvider(course);
  let count = 0;

  async function work(at: string, passed: string) {
    await using t = await testApp("postgres");
    const session = await begin(t, { ...course, provider });
    await using workers = createWorkers(t);
    const first = workers.start(dying(at, passed));
    workers.start();
    let isDone = false;
    const lost = first.exited.then(async () => {
      if (isDone) return 0; // the run was finished and all workers had exited
      await untilForgotten(t.database, first.name);
      const held = await heldBy(t, first.pid);
      await endLeasesOf(t, first.pid);
      workers.start();
      return held;
    });
    await untilOver(t);
    const died = first.child.signalCode === "SIGKILL";
    const lostCalls = died ? await lost : 0;
    isDone = true;
    count += 1;
    const tree = await treeOf(t, session.projectId, join(root, String(count)));
    const receipts = await readReceipts(t.database);
    return { died, lost: lostCalls, tree, receipts, books: await closeBooks(t.database) };
  }

  const passed = join(root, "passed");
  const wanted = await work("", passed);
  return {
    /** The crash points in the order in which the killed worker passes them. */
    points: readFileSync(passed, "utf8").trimEnd().split("\n"),
    async killAt(points: readonly string[]): Promise<KilledRun> {
      const [at = ""] = points;
      const { died, ...found } = await work(at, join(root, "other"));
      return { deaths: [{ at, died, lost: found.lost }], problems: judge({ ...found, wanted }) };
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/**
 * Kills a worker at a point, and then gives vectors to every text in memory. The worker that takes over uses them, except in
 * chains that started without vectors.
 */
export async function killBeforeVectors(
  course: Course,
  { at, wanted }: { at: string; wanted: Wanted },
): Promise<KilledRun> {
  const root = mkdtempSync(join(tmpdir(), "dialectic-killed-worker-"));
  await using provider = await startProvider(course);
  await using t = await testApp("postgres");
  const session = await begin(t, { ...course, provider });
  await using workers = createWorkers(t);
  const first = workers.start(dying(at, join(root, "passed")));
  await first.exited;
  await giveVectors(t.database);
  await expireAllLeases(t.database);
  workers.start({ DIALECTIC_EMBEDDINGS: embeddingModel });
  await untilOver(t);
  const found = {
    tree: await treeOf(t, session.projectId, join(root, "tree")),
    receipts: await readReceipts(t.database),
    books: await closeBooks(t.database),
  };
  rmSync(root, { recursive: true, force: true });
  return {
    deaths: [{ at, died: first.child.signalCode === "SIGKILL", lost: 0 }],
    // Compares only the sessions' files: the other run was started from a file, so its project has a different name.
    problems: judge({
      ...found,
      tree: ofSession(found.tree),
      lost: 0,
      wanted: { ...wanted, tree: ofSession(wanted.tree) },
    }),
  };
}

const ofSession = (tree: Tree): Tree => new Map([...tree].filter(([path]) => path.startsWith("session_")));

export const startProvider = ({ contextWindow }: Course) =>
  startPricedProvider({ ...(contextWindow && { contextWindow }), answer: answerAsCounted });

export async function begin(
  t: TestApp,
  { provider, process: key, models, proposals = 1 }: Course & { provider: PricedProvider },
) {
  provider.listIn(t.dataDir);
  await topUp(t.ctx, { amount: 1_000_000_000n, key: "enough" });
  if (key === "merging") await addTemplates(t.ctx, { files: mergingFiles() });
  const domain = key === "merging" ? key : undefined;
  return t.session({ brief, process: key, domain, models, proposals, auto: true, start: true, maxOutputTokens });
}

async function untilOver(t: TestApp): Promise<void> {
  while (!(await t.database.asOwner((db) => isOver.execute(db))).rows[0]?.over) await wait(100);
}

/** `leaseMs` is the duration of the workers' leases. */
export function createWorkers(t: TestApp, options: { leaseMs: number } = { leaseMs }) {
  const children: ChildProcess[] = [];
  return {
    start(env: NodeJS.ProcessEnv = {}) {
      const name = `worker-${children.length}`;
      const settings = {
        DATABASE_URL: namedUrl(t.url ?? "", name),
        DIALECTIC_HOME: t.dataDir,
        DIALECTIC_LEASE_MS: String(options.leaseMs),
      };
      const child = spawn(process.execPath, [program, "worker"], {
        stdio: "ignore",
        env: { ...process.env, ...settings, DIALECTIC_EMBEDDINGS: "off", ...env },
      });
      children.push(child);
      return { child, name, pid: child.pid ?? 0, exited: once(child, "exit") };
    },
    async [Symbol.asyncDispose]() {
      const alive = children.filter((child) => child.exitCode === null && child.signalCode === null);
      const ends = alive.map((child) => once(child, "exit"));
      for (const child of alive) child.kill("SIGKILL");
      await Promise.all(ends);
    },
  };
}

const isOf = (pid: number) => sql<boolean>`lease_owner like ${`%-${pid}-%`}`;

/** Expires the leases that a worker holds. */
const endLeasesOf = (t: TestApp, pid: number) =>
  t.database.asOwner((db) =>
    sql`update jobs set lease_expires_at = clock_timestamp() where status = 'processing' and ${isOf(pid)}`.execute(db),
  );

/** The number of calls for which the dead worker held money. */
async function heldBy(t: TestApp, pid: number): Promise<number> {
  const { rows } = await t.database.asOwner((db) =>
    sql<{ held: number }>`
      select count(*)::int as held
      from wallet_holds hold
      join jobs on jobs.id = hold.job_id and jobs.fence = hold.fence
      where state = 'held' and ${isOf(pid)}`.execute(db),
  );
  return rows[0]?.held ?? 0;
}

export async function treeOf(
  t: TestApp,
  projectId: Parameters<typeof listProjectFiles>[1]["projectId"],
  dir: string,
): Promise<Tree> {
  const files = await listProjectFiles(t.ctx, { projectId });
  const texts = [];
  for (const { path } of files) texts.push(await readProjectFile(t.ctx, { projectId, path }));
  await writeTree({ dir, files: texts });
  const tree = readTree(dir);
  rmSync(dir, { recursive: true, force: true });
  return tree;
}

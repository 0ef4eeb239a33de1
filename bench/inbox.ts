import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Inbox, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import {
  createDatabase,
  createFromTemplate,
  createPgliteEngine,
  createPostgresEngine,
  type Database,
  migrate,
  newId,
  type UserDb,
} from "../server/src/platform/index.ts";
import { seedProcesses } from "../server/src/process/recipes/index.ts";
import { listInbox } from "../server/src/process/sessions/index.ts";
import { fillInbox } from "../server/test/support/fill-inbox.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";
import { median, percentile, rounded } from "./statistics.ts";

export const inbox: Benchmark = {
  name: "inbox",
  about: "the inbox if 200 of 1,000 projects need attention, compared with reading these sessions by their ids",
  run: runInbox,
};

const standard = { needing: 200, settled: 800, rounds: 50 };
const pageSize = 50;
const aimMs = 100;

async function runInbox(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({
    args,
    options: { needing: { type: "string" }, settled: { type: "string" }, rounds: { type: "string" } },
  });
  const amounts = {
    needing: Number(values.needing ?? standard.needing),
    settled: Number(values.settled ?? standard.settled),
    rounds: Number(values.rounds ?? standard.rounds),
  };
  const rows = [await onEmbedded(amounts, tell), await onServer(amounts, tell)];
  return { figures: { ...amounts, pageSize, aimMs, rows }, text: write(rows), standard: args.length === 0 };
}

type Amounts = typeof standard;
type Row = Awaited<ReturnType<typeof measure>>;

async function onEmbedded(amounts: Amounts, tell: (line: string) => void): Promise<Row> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-bench-"));
  await createFromTemplate(join(dir, "database"));
  const database = createDatabase(await createPgliteEngine(join(dir, "database")));
  try {
    return await measure("pglite", database, amounts, tell);
  } finally {
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function onServer(amounts: Amounts, tell: (line: string) => void): Promise<Row> {
  await using server = await openBenchServer({ durable: false });
  await using fresh = await server.freshDatabase();
  const database = createDatabase(createPostgresEngine(fresh.url));
  try {
    await migrate(database);
    return await measure("postgres", database, amounts, tell, fresh.settle);
  } finally {
    await database.close();
  }
}

/**
 * Each round measures the lower bound, the first page and the whole inbox. The first rounds are not counted, because
 * they include compiling code and planning statements.
 */
async function measure(
  engine: string,
  database: Database,
  { rounds, ...count }: Amounts,
  tell: (line: string) => void,
  settle: () => Promise<void> = () => database.asOwner(async (db) => void (await sql`analyze`.execute(db))),
) {
  tell(`${engine}: making ${count.needing + count.settled} projects.`);
  await seedProcesses(database);
  const userId = newId<UserId>();
  await database.asOwner((db) => sql`insert into users (id, name) values (${userId}, 'bench')`.execute(db));
  const filled = await fillInbox(database, userId, count);
  await settle();
  const db = database.as(userId);
  const items = await wholeInbox(db);
  if (items.length !== filled.expected.length)
    throw new Error(`The inbox has ${items.length} items instead of ${filled.expected.length}.`);
  const shown = items.slice(0, pageSize).map(({ sessionId }) => sessionId);
  const ways = {
    page: () => listInbox({ db }, { limit: pageSize }),
    whole: () => wholeInbox(db),
    limit: () => readByIds(db, shown),
  };
  const times = { page: [] as number[], whole: [] as number[], limit: [] as number[] };
  const warmUp = 10;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const way of ["limit", "page", "whole"] as const) {
      const began = performance.now();
      await ways[way]();
      if (round >= 0) times[way].push(performance.now() - began);
    }
  }
  const limitMs = median(times.limit);
  return {
    engine,
    projects: filled.projects,
    items: items.length,
    pageMs: rounded(median(times.page)),
    pageMs95: rounded(percentile(times.page, 0.95)),
    wholeMs: rounded(median(times.whole)),
    limitMs: rounded(limitMs),
    pageToLimit: rounded(median(times.page) / limitMs),
  };
}

async function wholeInbox(db: UserDb): Promise<Inbox["items"]> {
  const items: Inbox["items"] = [];
  let before: string | undefined;
  do {
    const page = await listInbox({ db }, { limit: 200, before });
    items.push(...page.items);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return items;
}

/** The lower bound for listing sessions: one statement that reads them by their ids. */
const readByIds = (db: UserDb, ids: readonly (SessionId | null)[]): Promise<unknown> =>
  db.tx(
    (tx) =>
      sql`
        select s.id, s.status, s.current_stage, s.iteration, p.name
        from sessions s
        join projects p on p.id = s.project_id
        where s.id = any (${[...ids]}::uuid[])`.execute(tx),
    { single: true },
  );

function write(rows: readonly Row[]): string {
  const table = printTable(
    ["engine", "projects", "items", `first ${pageSize} ms`, "95 % ms", "all ms", "by ids ms", "ratio"],
    rows.map((row) =>
      [
        row.engine,
        row.projects,
        row.items,
        row.pageMs,
        row.pageMs95,
        row.wholeMs,
        row.limitMs,
        `${row.pageToLimit} ×`,
      ].map(String),
    ),
  );
  const missed = rows.filter(({ pageMs, wholeMs }) => Math.max(pageMs, wholeMs) > aimMs).map(({ engine }) => engine);
  const verdict = missed.length === 0 ? "met" : `missed on ${missed.join(" and ")}`;
  return `${table}\nThe aim, a page and the whole inbox below ${aimMs} ms each: ${verdict}.`;
}

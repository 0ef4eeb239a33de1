import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import {
  createDatabase,
  createFromTemplate,
  createPgliteEngine,
  createPostgresEngine,
  type Database,
  migrate,
} from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { startProvider } from "./calls/start-provider.ts";
import { bareCalls, type Course, jobCalls } from "./calls/ways.ts";
import { printTable } from "./print-table.ts";
import { median, rounded } from "./statistics.ts";

type Settings = { calls: number; concurrency: number; rounds: number; thinkMs: number };
/**
 * For `bare`, `unpaid` and `paid`, see `ways.ts`. `unthreaded`: paid calls whose leases are renewed in the main thread,
 * where parsing an answer can delay the renewal. `embedded`: paid calls on the embedded engine. `unsynced`: like `embedded`,
 * but commits are not synced to disk.
 */
type Way = "bare" | "unpaid" | "paid" | "unthreaded" | "embedded" | "unsynced";
type Measured = Record<Way, number[]>;

/**
 * The simulated model waits half a second (`thinkMs`) before it answers, because real paid models take at least that long.
 * With `thinkMs: 0` the benchmark shows how many calls per second one process can make.
 */
const standard: Settings = { calls: 200, concurrency: 10, rounds: 5, thinkMs: 500 };
const aimMs = 5;

export const calls: Benchmark = {
  name: "calls",
  about: "a paid call (held, settled, published as events) compared with a bare call of the AI SDK over loopback",
  run: runCalls,
};

async function runCalls(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const settings = readSettings(args);
  await using server = await openBenchServer();
  await using thinking = await startProvider(settings.thinkMs);
  await using hasty = await startProvider(0);
  await using fresh = await server.freshDatabase();
  await using another = await server.freshDatabase();
  const options = { maxConnections: settings.concurrency + 6 };
  const database = createDatabase(createPostgresEngine(fresh.url, options));
  const unthreaded = createDatabase(createPostgresEngine(another.url, { ...options, repeatsInThread: false }));
  for (const one of [database, unthreaded]) await migrate(one);
  tell(
    `PostgreSQL ${server.version}, commits synced; ${settings.concurrency} calls at once, ${settings.thinkMs} ms of thinking each.`,
  );
  await using embedded = await openEmbedded({ sync: true });
  await using unsynced = await openEmbedded({ sync: false });
  const databases = { server: database, unthreaded, embedded: embedded.database, unsynced: unsynced.database };
  const normal = eachWay<number[]>(() => []);
  const pressed = eachWay<number[]>(() => []);
  await bareCalls({ ...settings, ...hasty, calls: 50 }); // the first calls of a process are slow for every contender
  for (let round = 1; round <= settings.rounds; round++) {
    await measure(databases, { ...settings, ...thinking }, normal);
    await measure(databases, { ...settings, ...hasty }, pressed);
    tell(`Round ${round} of ${settings.rounds} done.`);
  }
  for (const one of [database, unthreaded]) await one.close();
  const difference = (more: number[], less: number[]) =>
    median(more.map((value, index) => value - (less[index] ?? value)));
  const addedMs = difference(normal.paid, normal.unpaid);
  const syncedMs = difference(normal.embedded, normal.unsynced);
  const threadMs = difference(normal.paid, normal.unthreaded);
  const msPerCall = eachWay((way) => median(normal[way]));
  const callsPerSecond = eachWay((way) => (1000 * settings.concurrency) / median(pressed[way]));
  const figures = {
    postgres: server.version,
    settings,
    msPerCall,
    addedMs,
    aimMs,
    syncedMs,
    threadMs,
    callsPerSecond,
    normal,
    pressed,
  };
  const text = [
    describe({ msPerCall, callsPerSecond }),
    "",
    `Paying (hold, settle, events) adds ${rounded(addedMs)} ms per call; the aim is under ${aimMs} ms: ${addedMs < aimMs ? "met" : "missed"}.`,
    `On the embedded engine, syncing commits to the disk adds ${rounded(syncedMs)} ms per call.`,
    `On a server, renewing leases off the main thread, so that parsing cannot delay the renewal, adds ${rounded(threadMs)} ms per call.`,
  ].join("\n");
  return { figures, text, standard: isDeepStrictEqual(settings, standard) };
}

type Databases = Record<"server" | "unthreaded" | "embedded" | "unsynced", Database>;

async function measure(databases: Databases, course: Course, into: Measured): Promise<void> {
  const { server, unthreaded, embedded, unsynced } = databases;
  into.bare.push(await bareCalls(course));
  into.unpaid.push(await jobCalls(server, course, "unpaid"));
  into.paid.push(await jobCalls(server, course, "paid"));
  into.unthreaded.push(await jobCalls(unthreaded, course, "paid"));
  into.embedded.push(await jobCalls(embedded, course, "paid"));
  into.unsynced.push(await jobCalls(unsynced, course, "paid"));
}

async function openEmbedded(options: { sync: boolean }): Promise<AsyncDisposable & { database: Database }> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-calls-"));
  await createFromTemplate(join(dir, "database"), options);
  const database = createDatabase(await createPgliteEngine(join(dir, "database"), options));
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const eachWay = <T>(figure: (way: Way) => T): Record<Way, T> => ({
  bare: figure("bare"),
  unpaid: figure("unpaid"),
  paid: figure("paid"),
  unthreaded: figure("unthreaded"),
  embedded: figure("embedded"),
  unsynced: figure("unsynced"),
});

function describe({ msPerCall, callsPerSecond }: Record<"msPerCall" | "callsPerSecond", Record<Way, number>>): string {
  const row = (name: string, way: Way) => [
    name,
    rounded(msPerCall[way]).toFixed(1),
    `${rounded(msPerCall[way] / msPerCall.bare)}×`,
    `${rounded(callsPerSecond[way])}/s`,
  ];
  return printTable(
    ["way", "ms per call", "ratio to bare", "at most"],
    [
      row("AI SDK alone", "bare"),
      row("as a job, unpaid", "unpaid"),
      row("as a job, paid", "paid"),
      row("paid, leases renewed in the main thread", "unthreaded"),
      row("paid, embedded", "embedded"),
      row("embedded, not synced", "unsynced"),
    ],
  );
}

function readSettings(args: string[]): Settings {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { calls: text, concurrency: text, rounds: text, think: text } });
  const number = (given: string | undefined, usual: number): number => {
    const value = given === undefined ? usual : Number(given);
    if (!Number.isInteger(value) || value < 1) throw new Error(`${given} is not a whole number above zero.`);
    return value;
  };
  return {
    calls: number(values.calls, standard.calls),
    concurrency: number(values.concurrency, standard.concurrency),
    rounds: number(values.rounds, standard.rounds),
    thinkMs: number(values.think, standard.thinkMs),
  };
}

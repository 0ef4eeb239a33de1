import { isDeepStrictEqual, parseArgs } from "node:util";
import { createDatabase, createPostgresEngine, migrate } from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { startProvider } from "./calls/start-provider.ts";
import { bareCalls, jobCalls } from "./calls/ways.ts";
import { printTable } from "./print-table.ts";
import { median, rounded } from "./statistics.ts";

type Settings = { calls: number; concurrency: number; rounds: number; thinkMs: number };

const standard: Settings = { calls: 400, concurrency: 10, rounds: 5, thinkMs: 50 };
const aimMs = 5;

export const calls: Benchmark = {
  name: "calls",
  about: "a paid call (held, settled, told as events) beside a bare call of the AI SDK over loopback",
  run: runCalls,
};

async function runCalls(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const settings = readSettings(args);
  await using server = await openBenchServer();
  await using provider = await startProvider(settings.thinkMs);
  await using fresh = await server.freshDatabase();
  const database = createDatabase(createPostgresEngine(fresh.url, { maxConnections: settings.concurrency + 6 }));
  await migrate(database);
  tell(
    `PostgreSQL ${server.version}, commits synced; ${settings.concurrency} calls at once, ${settings.thinkMs} ms of thinking each.`,
  );
  const course = { ...settings, ...provider };
  const measured = { bare: [] as number[], unpaid: [] as number[], paid: [] as number[] };
  await bareCalls({ ...course, calls: 50 }); // the first calls of a process are slow, whoever makes them
  for (let round = 1; round <= settings.rounds; round++) {
    measured.bare.push(await bareCalls(course));
    measured.unpaid.push(await jobCalls(database, course, "unpaid"));
    measured.paid.push(await jobCalls(database, course, "paid"));
    tell(`Round ${round} of ${settings.rounds} done.`);
  }
  await database.close();
  const [bare, unpaid, paid] = [median(measured.bare), median(measured.unpaid), median(measured.paid)];
  const addedMs = median(measured.paid.map((value, index) => value - (measured.unpaid[index] ?? value)));
  const row = (name: string, ms: number) => [name, rounded(ms).toFixed(1), `${rounded(ms / bare)}×`];
  const text = [
    printTable(
      ["way", "ms per call", "ratio to bare"],
      [row("AI SDK alone", bare), row("as a job, unpaid", unpaid), row("as a job, paid", paid)],
    ),
    "",
    `Paying (hold, settle, events) adds ${rounded(addedMs)} ms per call; the aim is under ${aimMs} ms: ${addedMs < aimMs ? "met" : "missed"}.`,
  ].join("\n");
  const figures = {
    postgres: server.version,
    settings,
    msPerCall: { bare, unpaid, paid },
    addedMs,
    aimMs,
    rounds: measured,
  };
  return { figures, text, standard: isDeepStrictEqual(settings, standard) };
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

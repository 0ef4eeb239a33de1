import { isDeepStrictEqual, parseArgs } from "node:util";
import { type BenchServer, openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { type Course, type Measured, runSessions } from "./makespan/run-sessions.ts";
import { printTable } from "./print-table.ts";
import { median, rounded } from "./statistics.ts";

/**
 * `unsynced` is `pglite` without waiting for the disk; the difference is the cost of syncing. `unthreaded` is
 * `postgres` with leases renewed in the main thread, which also parses answers; the difference is the cost of sharing
 * that thread.
 */
type Engine = "pglite" | "unsynced" | "postgres" | "unthreaded";
const onlyClassic: readonly Engine[] = ["unsynced", "unthreaded"];
type Settings = { engines: Engine[]; rounds: number; firstMs: number; tokensPerSecond: number; sessions: number[] };
type Row = Measured & { engine: Engine; course: string; sessions: number; ratio: number; ratioToCalls: number };

/**
 * The simulated models answer faster than nearly all real models, because slow models would hide the time that the product
 * itself takes.
 */
const standard: Settings = {
  engines: ["pglite", "unsynced", "postgres", "unthreaded"],
  rounds: 1,
  firstMs: 1_000,
  tokensPerSecond: 400,
  sessions: [1, 10, 100],
};
const aim = 1.05;

export const makespan: Benchmark = {
  name: "makespan",
  about: "whole runs compared with their model calls alone, scheduled greedily; 1, 10 and 100 runs at once",
  run: runMakespan,
};

async function runMakespan(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const settings = readSettings(args);
  const needsServer = settings.engines.some((engine) => engine === "postgres" || engine === "unthreaded");
  await using server = needsServer ? await openBenchServer() : null;
  const measured: (Measured & { engine: Engine; course: NamedCourse })[] = [];
  for (const course of coursesOf(settings)) {
    for (let round = 0; round < course.rounds; round++) {
      // The engines alternate, so that a busy phase of the machine affects all of them.
      for (const engine of settings.engines) {
        if (onlyClassic.includes(engine) && course.name !== classic) continue;
        measured.push({ ...(await measure(course, engine, server)), engine, course });
        tell(`${engine}: ${course.name}, ${course.sessions} at once: done.`);
      }
    }
  }
  const rows = settings.engines.flatMap((engine) =>
    coursesOf(settings).flatMap((course) => {
      const own = measured.filter((one) => one.engine === engine && isDeepStrictEqual(one.course, course));
      return own.length > 0 ? [toRow(engine, course, own)] : [];
    }),
  );
  const ratioOn = (engine: Engine) => rows.find((row) => row.engine === engine && row.course === classic)?.ratio;
  const worst = Math.max(ratioOn("pglite") ?? 0, ratioOn("postgres") ?? 0);
  const added = (what: string, more: Engine, less: Engine): string => {
    const [higher, lower] = [ratioOn(more), ratioOn(less)];
    return higher && lower ? ` ${what}: ${(higher - lower).toFixed(3)} of this ratio.` : "";
  };
  const cost = [
    added("Syncing commits to the disk, embedded", "pglite", "unsynced"),
    added("Renewing leases off the main thread, on a server", "postgres", "unthreaded"),
  ].join("");
  const text = `${writeRows(rows)}\n\nA ${classic} takes at most ${rounded(worst)} times its ideal; the aim is ${aim}: ${worst <= aim ? "met" : "missed"}.${cost}`;
  const figures = { postgres: server?.version ?? null, settings, aim, worst, rows };
  return { figures, text, standard: isDeepStrictEqual(settings, standard) };
}

const classic = "classic run with three models";
const short = "brief run with one model";

type NamedCourse = Course & { name: string; rounds: number };

function coursesOf({ rounds, firstMs, tokensPerSecond, sessions }: Settings): NamedCourse[] {
  const models = ["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"];
  const pace = (ms: number, speed: number) => ({
    DIALECTIC_REHEARSAL_TTFT_MS: String(ms),
    DIALECTIC_REHEARSAL_TOKENS_PER_SECOND: String(speed),
  });
  return [
    // Eight calls at once is the default limit of a worker.
    { name: classic, process: "classic", models, sessions: 1, atOnce: 8, pace: pace(firstMs, tokensPerSecond), rounds },
    ...sessions.map((count): NamedCourse => {
      const one = { process: "brief" as const, models: models.slice(0, 1), sessions: count, atOnce: 100 };
      return { ...one, name: short, pace: pace(Math.ceil(firstMs / 4), 4 * tokensPerSecond), rounds: 1 };
    }),
  ];
}

async function measure(course: Course, engine: Engine, server: BenchServer | null): Promise<Measured> {
  if (engine === "pglite" || engine === "unsynced" || !server)
    return runSessions(course, { sync: engine === "pglite" });
  await using fresh = await server.freshDatabase();
  return await runSessions(course, { url: fresh.url, leaseThread: engine === "postgres" });
}

function toRow(engine: Engine, course: NamedCourse, measured: Measured[]): Row {
  const middle = (figure: (one: Measured) => number) => median(measured.map(figure));
  return {
    engine,
    course: course.name,
    sessions: course.sessions,
    calls: middle(({ calls }) => calls),
    makespanMs: Math.round(middle(({ makespanMs }) => makespanMs)),
    idealMs: Math.round(middle(({ idealMs }) => idealMs)),
    callsMs: Math.round(middle(({ callsMs }) => callsMs)),
    ratio: middle(({ makespanMs, idealMs }) => makespanMs / idealMs),
    ratioToCalls: middle(({ makespanMs, callsMs }) => makespanMs / callsMs),
  };
}

function writeRows(rows: Row[]): string {
  return printTable(
    ["runs", "engine", "at once", "calls", "s", "ideal s", "ratio", "to calls", "own ms per call"],
    rows.map((row) => [
      row.course,
      row.engine,
      String(row.sessions),
      String(row.calls),
      (row.makespanMs / 1000).toFixed(1),
      (row.idealMs / 1000).toFixed(1),
      row.ratio.toFixed(3),
      row.ratioToCalls.toFixed(3),
      ((row.makespanMs - row.idealMs) / row.calls).toFixed(1),
    ]),
  );
}

function readSettings(args: string[]): Settings {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { engine: text, rounds: text, first: text, speed: text, sessions: text },
  });
  const number = (given: string | undefined, usual: number): number => {
    const value = given === undefined ? usual : Number(given);
    if (!Number.isInteger(value) || value < 1) throw new Error(`${given} is not a whole number above zero.`);
    return value;
  };
  const engines = standard.engines.filter((engine) => values.engine === undefined || values.engine === engine);
  if (engines.length === 0) throw new Error(`There is no engine ${values.engine}: choose pglite or postgres.`);
  return {
    engines,
    rounds: number(values.rounds, standard.rounds),
    firstMs: number(values.first, standard.firstMs),
    tokensPerSecond: number(values.speed, standard.tokensPerSecond),
    sessions: values.sessions?.split(",").map((one) => number(one, 1)) ?? standard.sessions,
  };
}

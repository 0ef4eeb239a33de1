import { isDeepStrictEqual, parseArgs } from "node:util";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { compare } from "./jobs/compare.ts";
import { contenders, takingOver } from "./jobs/contenders.ts";
import type { Course, Settings } from "./jobs/course.ts";
import type { Figures, Line } from "./jobs/figures.ts";
import { measureLatency } from "./jobs/measure-latency.ts";
import { measureTakeover } from "./jobs/measure-takeover.ts";
import { measureThroughput } from "./jobs/measure-throughput.ts";
import { ours } from "./jobs/ours.ts";
import { writeReport } from "./jobs/write-report.ts";

const standard: Settings = { jobs: 4_000, rounds: 5, samples: 200, kills: 3, concurrency: 10 };

export const jobs: Benchmark = {
  name: "jobs",
  about: "our job engine compared with pg-boss and graphile-worker: throughput, start latency, crash takeover",
  run: runJobs,
};

async function runJobs(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const settings = readSettings(args);
  await using server = await openBenchServer();
  tell(`PostgreSQL ${server.version}, commits synced; ${settings.concurrency} jobs at once in each process.`);

  const figures = await measure({ server, settings, tell });
  const lines = compare(figures, ours.name, new Map(contenders.map((one) => [one.name, one.means])));
  const missed = missedAims(lines);
  return {
    figures: {
      postgres: server.version,
      versions: Object.fromEntries(contenders.map((one) => [one.name, one.version])),
      guarantees: Object.fromEntries(contenders.map((one) => [one.name, one.guarantees])),
      settings,
      ...figures,
      comparison: lines,
      missedAims: missed,
    },
    text: writeReport({ contenders, figures, lines, missed }),
    standard: isDeepStrictEqual(settings, standard),
  };
}

async function measure(course: Course): Promise<Figures> {
  const figures: Figures = { throughput: [], latency: [], takeover: [] };
  for (const processes of [1, 4]) figures.throughput.push(...(await measureThroughput(course, contenders, processes)));
  figures.latency = await measureLatency(course, contenders);
  for (const contender of takingOver) figures.takeover.push(await measureTakeover(course, contender));
  return figures;
}

function readSettings(args: string[]): Settings {
  const text = { type: "string" } as const;
  const options = { jobs: text, rounds: text, samples: text, kills: text, concurrency: text };
  const { values } = parseArgs({ args, options });
  const number = (name: keyof Settings): number => {
    const given = values[name];
    if (given === undefined) return standard[name];
    const value = Number(given);
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`--${name} must be a whole number above zero, not ${given}.`);
    return value;
  };
  return {
    jobs: number("jobs"),
    rounds: number("rounds"),
    samples: number("samples"),
    kills: number("kills"),
    concurrency: number("concurrency"),
  };
}

/**
 * Lists the missed targets. With all guarantees on, our start latency and takeover time must beat those of every peer, and
 * our throughput must at least match that of graphile-worker without its local queue.
 */
function missedAims(lines: Line[]): string[] {
  return lines
    .filter((line) => isAimed(line) && !isReached(line))
    .map((line) => `${line.measure} against ${line.peer} (${line.ratio})`);
}

function isAimed(line: Line): boolean {
  return !line.measure.startsWith("throughput") || line.peer === "graphile-worker";
}

function isReached(line: Line): boolean {
  return line.standing === "ahead" || (line.standing === "level" && line.measure.startsWith("throughput"));
}

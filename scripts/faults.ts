/**
 * `npm run faults`: kills a run at every crash point that it reaches, one kill per run, and resumes the run. Other scenarios
 * do this with two models, small windows, combined inputs, and two workers on a PostgreSQL server. The next scenarios
 * simulate a power cut at many moments of a run; unsynced data is lost or damaged. The last ones use two workers on one
 * PostgreSQL server: at every crash point, PostgreSQL is restarted or does not answer for a minute.
 *
 * All scenarios together take at most `--minutes` (default: 20). Each scenario tries the first occurrence of every
 * point, then the last, the middle, and so on, so that it covers every phase of a run even if it runs out of time.
 * `--course` selects scenarios, and `--point` selects points, by a part of the name. `--most` limits how many
 * occurrences of each point are tried.
 */
import { parseArgs } from "node:util";
import { printTable } from "../bench/print-table.ts";
import type { KilledRun } from "../server/test/faults/killed/killed-run.ts";
import { choosePoints, nameOf } from "./faults/choose-points.ts";
import { type Course, courses } from "./faults/courses.ts";
import { provide } from "./test/provide.ts";

type Row = { passed: number; tried: number; died: number; lost: number; problems: string[] };

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    course: { type: "string", default: "" },
    point: { type: "string", default: "" },
    most: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const most = Number(values.most ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0 && most >= 1)) throw new Error("--minutes and --most must be numbers above zero.");

/** Kills runs at as many points as the time allows, two runs in parallel. */
async function runCourse(course: Course, until: number): Promise<Map<string, Row>> {
  await using runs = await course.open();
  const rows = new Map<string, Row>();
  for (const point of runs.points) {
    const row = rows.get(nameOf(point)) ?? { passed: 0, tried: 0, died: 0, lost: 0, problems: [] };
    rows.set(nameOf(point), { ...row, passed: row.passed + 1 });
  }
  const wanted = runs.points.filter((point) => nameOf(point).includes(values.point));
  const queue = choosePoints(wanted, most);
  const progress = createProgress(process.stderr, { of: queue.length, until });
  async function lane(): Promise<void> {
    for (let at = queue.shift(); at && Date.now() < until; at = queue.shift()) {
      note(rows, at, await runs.killAt([at]).catch(failed));
      progress.step();
    }
  }
  await Promise.all([lane(), lane()]);
  progress.end();
  return rows;
}

const failed = (error: unknown): KilledRun => ({
  deaths: [],
  problems: [reasonOf(error)],
});

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${reasonOf(error.cause)})`;
}

function note(rows: Map<string, Row>, at: string, { deaths, problems }: KilledRun): void {
  const row = rows.get(nameOf(at));
  if (!row) return;
  row.tried += 1;
  row.died += deaths.filter((death) => death.died).length;
  row.lost += deaths.reduce((sum, death) => sum + death.lost, 0);
  row.problems.push(...problems.map((problem) => `${at}: ${problem}`));
  if (problems.length > 0) process.stderr.write(`✗ ${at}: ${problems.join("; ")}\n`);
}

function tell(course: Course, rows: Map<string, Row>): boolean {
  const lines = [...rows].map(([name, row]) => [name, ...figures.map((of) => String(row[of])), verdictOf(row)]);
  const sums = figures.map((of) => [...rows.values()].reduce((sum, row) => sum + row[of], 0));
  const table = printTable(
    ["point", "passed", "tried", "died", "calls lost", ""],
    [...lines, ["all", ...sums.map(String), ""]],
  );
  process.stdout.write(`\n${course.name}\n\n${table}\n`);
  return [...rows.values()].every(({ problems }) => problems.length === 0);
}

const figures = ["passed", "tried", "died", "lost"] as const;

function verdictOf({ tried, died, problems }: Row): string {
  if (problems.length > 0) return "✗";
  return died > 0 ? "✓" : tried > 0 ? "not reached" : "not tried";
}

const provided = await provide();
Object.assign(process.env, provided.env);
for (const what of provided.skipped) process.stderr.write(`Skipped: ${what}.\n`);
try {
  const wanted = courses.filter(({ name, needsServer }) => {
    return name.includes(values.course) && (!needsServer || provided.env["DIALECTIC_TEST_DATABASE_URL"] !== undefined);
  });
  if (wanted.length === 0) throw new Error(`There is no course ${values.course}.`);
  const end = Date.now() + minutes * 60_000;
  let isWell = true;
  for (const [index, course] of wanted.entries()) {
    const share = (end - Date.now()) / (wanted.length - index); // time that a scenario does not use goes to the others
    process.stderr.write(`${course.name}: ${index + 1} of ${wanted.length}\n`);
    isWell = tell(course, await runCourse(course, Date.now() + share)) && isWell;
  }
  process.exitCode = isWell ? 0 : 1;
} finally {
  await provided.stop();
}

/** On a terminal, updates one line; elsewhere prints a line from time to time, so that a log shows progress. */
function createProgress(stream: NodeJS.WriteStream, { of, until }: { of: number; until: number }) {
  const begun = Date.now();
  const every = stream.isTTY ? 1 : 25;
  let done = 0;
  return {
    step(): void {
      done += 1;
      if (done % every !== 0 && done !== of) return;
      const line = `  ${done} of ${of} points, ${minutesLeft()}`;
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (stream.isTTY) stream.write("\r\x1b[K");
    },
  };

  function minutesLeft(): string {
    const needed = ((Date.now() - begun) / done) * (of - done);
    const left = Math.min(needed, until - Date.now());
    const minutes = Math.max(0, Math.ceil(left / 60_000));
    return needed > until - Date.now() ? `${minutes} min left, not enough for all` : `about ${minutes} min to go`;
  }
}

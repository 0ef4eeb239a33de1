/**
 * `npm test`: provides a browser and a PostgreSQL server, and meanwhile runs the static checks and builds the program
 * and the web app. Then it runs every test and stops what it started. Arguments go to vitest: `npm test --
 * server/src/engine`.
 *
 * Tests are skipped, and named at the end, if the machine cannot provide what they need; with CI=true a skipped test is
 * a failure.
 */
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { program } from "../server/bin/built-program.mjs";
import { testPrograms } from "../server/test/support/test-programs.ts";
import { buildProgram } from "./build-program.ts";
import { repository } from "./repository.ts";
import { seconds, tick } from "./tell.ts";
import { provide } from "./test/provide.ts";
import { runInGroup } from "./test/run-in-group.ts";
import { temporaryFolder } from "./test/temporary-folder.ts";
import { closingLine, readTestResults, type TestResults } from "./test/test-results.ts";
import { tool } from "./tool.ts";

const startedAt = performance.now();
const interruption = new AbortController();
let interruptedBy: "SIGINT" | "SIGTERM" | undefined;
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    interruptedBy ??= name;
    interruption.abort();
  });
}

const problems: string[] = [];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs one part of the tests under its own heading. Later parts run even if this part fails. */
async function part(name: string, run: () => Promise<boolean>): Promise<void> {
  if (interruption.signal.aborted) return;
  say(`\n▸ ${name}`);
  const partStartedAt = performance.now();
  const ok = await run();
  if (!ok) problems.push(`${name} failed`);
  say(`${tick(ok)} ${name}: ${seconds(partStartedAt)}, ${seconds(startedAt)} since the start`);
}

async function script(args: string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<boolean> {
  const { cwd = repository, env = {} } = options;
  return (await runInGroup(args, { cwd, env: { ...process.env, ...env }, signal: interruption.signal })) === 0;
}

async function runTests(env: Record<string, string>, tell: (results: TestResults) => void): Promise<boolean> {
  await using folder = await temporaryFolder();
  const report = join(folder.path, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [tool("vitest"), "run", ...reporters, ...process.argv.slice(2)];
  const ok = await script(args, { env: { ...env, TMPDIR: folder.path } });
  if (existsSync(report)) tell(await readTestResults(report));
  return ok && existsSync(report);
}

async function buildPrograms(): Promise<boolean> {
  for (const parts of [program, testPrograms]) await buildProgram(parts);
  return true;
}

/** Runs the checks and builds, which need neither browser nor server, while browser and server are being provided. */
async function checkAndBuild(): Promise<void> {
  await part("the static checks", () => script(["scripts/check.ts"]));
  await part("the program", () => buildPrograms());
  if (!existsSync(join(repository, "web/index.html"))) return;
  await part("the web app", () => script([tool("vite"), "build", "--logLevel=warn"], { cwd: join(repository, "web") }));
}

async function main(): Promise<number> {
  const [providing, checking] = await Promise.allSettled([provide(), checkAndBuild()]);
  if (providing.status === "rejected") throw providing.reason;
  const provided = providing.value;
  let results: TestResults | undefined;
  try {
    if (checking.status === "rejected") throw checking.reason;
    const found = provided.present.join(", ") || "neither";
    say(`\n${tick(provided.skipped.length === 0)} a browser and a PostgreSQL server: ${found}, ${seconds(startedAt)}`);
    await part("the tests", () => runTests(provided.env, (told) => (results = told)));
  } finally {
    await provided.stop();
  }
  if (interruptedBy) {
    say(`\nInterrupted after ${seconds(startedAt)}.`);
    return 128 + constants.signals[interruptedBy];
  }
  return conclude(provided.skipped, results);
}

function conclude(unprovided: string[], results: TestResults | undefined): number {
  const skipped = unprovided.map((what) => `Skipped: ${what}.`);
  // Tests that the command line leaves out are not reported as skipped.
  const testsSkipped = process.argv.length > 2 ? 0 : (results?.skipped ?? 0);
  if (testsSkipped > 0)
    skipped.push(`Skipped: ${testsSkipped} tests that are marked as skipped or need what is named above.`);
  if (process.env["CI"] === "true" && skipped.length > 0)
    problems.push("something was skipped, which CI does not allow");

  say("");
  for (const line of skipped) say(line);
  if (skipped.length === 0) say("Nothing was skipped.");
  for (const problem of problems) say(`✗ ${problem}`);
  say(`${seconds(startedAt)} in all`);
  if (results) say(closingLine(results));
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main();

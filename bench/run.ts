/** `npm run bench -- <name> [--json] [settings]`: measures, prints ratios, keeps the result in bench/results. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { calls } from "./calls.ts";
import { context } from "./context.ts";
import { describeMachine, isBusy } from "./describe-machine.ts";
import { evidence } from "./evidence.ts";
import { exchange } from "./exchange.ts";
import { exporting } from "./export.ts";
import { gather } from "./gather.ts";
import { hostile } from "./hostile.ts";
import { inbox } from "./inbox.ts";
import { jobs } from "./jobs.ts";
import { ledger } from "./ledger.ts";
import { makespan } from "./makespan.ts";
import { match } from "./match.ts";
import { memory } from "./memory.ts";
import { prefix } from "./prefix.ts";
import { web } from "./web.ts";

const benchmarks: Benchmark[] = [
  calls,
  context,
  evidence,
  exchange,
  exporting,
  gather,
  hostile,
  inbox,
  ledger,
  jobs,
  makespan,
  match,
  memory,
  prefix,
  web,
];

function list(): string {
  const names = benchmarks.map(({ name, about }) => `  ${name.padEnd(12)}${about}`);
  return ["npm run bench -- <name> [--json]", "", ...names, ""].join("\n");
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(args: string[]): Promise<number> {
  const json = args.includes("--json");
  const [name, ...settings] = args.filter((arg) => arg !== "--json");
  if (!name) {
    process.stdout.write(list());
    return 0;
  }
  const benchmark = benchmarks.find((one) => one.name === name);
  if (!benchmark) {
    tell(`There is no benchmark called ${name}.\n\n${list()}`);
    return 2;
  }
  const machine = describeMachine();
  const busy = isBusy(machine);
  if (busy)
    tell(`The machine is busy (load ${machine.loadBefore} on ${machine.cores} cores): these figures are not reliable.`);
  const outcome = await benchmark.run(settings, tell);
  const result = { benchmark: name, at: new Date().toISOString(), machine: { ...machine, busy }, ...outcome.figures };
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${outcome.text}\n`);
  if (outcome.standard) tell(`Kept in ${await keepResult(name, result)}.`);
  else tell("Not kept, because the settings were not the standard ones.");
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.cause) tell(String(error.cause));
  process.exitCode = 1;
}

/** Each benchmark has one file with its newest result; older ones are in the repository's history. */
async function keepResult(name: string, result: Record<string, unknown>): Promise<string> {
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  return `bench/results/${name}.json`;
}

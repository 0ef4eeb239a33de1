import { parseArgs } from "node:util";
import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { itemScene, width } from "../server/src/knowledge/items/items.fixture.ts";
import { createDatabase, createPostgresEngine, type Database, migrate } from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";
import { median, percentile, rounded } from "./statistics.ts";

export const ledger: Benchmark = {
  name: "ledger",
  about:
    "one turn reconciled, its blocks patched and its items projected in a project of 10,000 facts, beside the same with ten times the facts",
  run: runLedger,
};

const standard = { facts: 10_000, rounds: 40 };
const aim = { ms: 50, growth: 1.5 };
const perBundle = 500;

async function runLedger(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { facts: { type: "string" }, rounds: { type: "string" } } });
  const amounts = { facts: Number(values.facts ?? standard.facts), rounds: Number(values.rounds ?? standard.rounds) };
  await using server = await openBenchServer({ durable: false });
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  for (const facts of [amounts.facts, amounts.facts * 10]) {
    await using fresh = await server.freshDatabase();
    const database = createDatabase(createPostgresEngine(fresh.url));
    try {
      await migrate(database);
      tell(`filling a project with ${facts} facts`);
      rows.push(await measure(database, { facts, rounds: amounts.rounds, settle: fresh.settle }));
    } finally {
      await database.close();
    }
  }
  const [small, large] = rows;
  const growth = rounded((large?.medianMs ?? 0) / (small?.medianMs ?? 1));
  const isMet = (small?.medianMs ?? aim.ms) < aim.ms && growth <= aim.growth;
  const table = printTable(
    ["facts in the project", "a turn, median", "p95"],
    rows.map(({ facts, medianMs, p95Ms }) => [String(facts), `${medianMs} ms`, `${p95Ms} ms`]),
  );
  const text = `${table}\nTen times the facts take ${growth} times as long. The aim, below ${aim.ms} ms and at most ${aim.growth} times: ${isMet ? "met" : "missed"}.`;
  return { figures: { ...amounts, aim, rows, growth, isMet }, text, standard: args.length === 0 };
}

const rule = "project.constraints.rule";
const size = "project.summary.audience_size";

async function measure(
  database: Database,
  { facts, rounds, settle }: { facts: number; rounds: number; settle: () => Promise<void> },
) {
  const setup = await itemScene(database);
  const wall = await setup.add("Backdrop");
  for (let first = 0; first < facts; first += perBundle) {
    const said = Array.from({ length: perBundle }, (_, n) => `Rule number ${first + n} holds.`);
    await setup.say(said.join("\n"), ...said.map((quote) => ({ key: rule, value: quote.slice(5, -7), quote })));
  }
  const [held] = await count(database, setup.projectId);
  if (held?.n !== facts) throw new Error(`The project has ${held?.n} facts instead of ${facts}.`);
  await settle();
  const times: number[] = [];
  for (let round = 0; round < rounds + 5; round += 1) {
    const text = `We expect ${1000 + round} guests. Doors open at nine ${round}. Rule number 7 holds. It is ${100 + round} cm wide.`;
    const began = performance.now();
    const ofProject = { itemId: undefined };
    await setup.sayOf(
      wall,
      text,
      { key: width, value: `${100 + round} cm`, quote: `${100 + round} cm wide` },
      { ...ofProject, key: size, value: 1000 + round, quote: `${1000 + round} guests` },
      { ...ofProject, key: "project.summary.location", value: `nine ${round}`, quote: `at nine ${round}` },
      { ...ofProject, key: rule, value: `open at nine ${round}`, quote: `open at nine ${round}` },
      { ...ofProject, key: rule, value: "number 7", quote: "Rule number 7 holds." },
      { ...ofProject, key: size, value: 5, quote: "not there" },
    );
    if (round >= 5) times.push(performance.now() - began);
  }
  const shown = await setup.shown(wall, width);
  if (shown !== `fact: ${104 + rounds} cm`) throw new Error(`The item shows ${shown}.`);
  return { facts, medianMs: rounded(median(times)), p95Ms: rounded(percentile(times, 0.95)) };
}

async function count(database: Database, projectId: ProjectId): Promise<{ n: number }[]> {
  const { rows } = await database.asOwner((db) =>
    sql<{
      n: number;
    }>`select count(*)::int as n from facts where project_id = ${projectId} and status = 'accepted'`.execute(db),
  );
  return rows;
}

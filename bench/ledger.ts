import { parseArgs } from "node:util";
import type { ItemId, ParseStats, ProjectId, TurnResult } from "@dialectic/contract";
import { sql } from "kysely";
import { type ItemScene, itemScene, material, quantity, width } from "../server/src/knowledge/items/items.fixture.ts";
import { postOperations } from "../server/src/knowledge/ledger/index.ts";
import { createDatabase, createPostgresEngine, type Database, migrate } from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";
import { median, percentile, rounded } from "./statistics.ts";

export const ledger: Benchmark = {
  name: "ledger",
  about:
    "reading one turn into facts, blocks and items in a project of 10,000 facts, compared with ten times the facts",
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
    ["facts in the project", "items", "a turn, median", "p95"],
    rows.map(({ facts, items, medianMs, p95Ms }) => [String(facts), String(items), `${medianMs} ms`, `${p95Ms} ms`]),
  );
  const text = `${table}\nTen times the facts take ${growth} times as long. The aim, below ${aim.ms} ms and at most ${aim.growth} times: ${isMet ? "met" : "missed"}.`;
  return { figures: { ...amounts, aim, rows, growth, isMet }, text, standard: args.length === 0 };
}

const rule = "project.constraints.rule";
const size = "project.summary.audience_size";
const height = "item.dimensions.height";

/**
 * Half of a bundle's facts are rules of the project. The other half are five facts about each of `itemsPerBundle`
 * items.
 */
const itemsPerBundle = perBundle / 10;

async function measure(
  database: Database,
  { facts, rounds, settle }: { facts: number; rounds: number; settle: () => Promise<void> },
) {
  const setup = await itemScene(database);
  const items: ItemId[] = [];
  for (let first = 0; first < facts; first += perBundle) {
    const own: ItemId[] = [];
    for (let n = 0; n < itemsPerBundle; n += 1) own.push(await setup.add(`Item ${items.length + n}`));
    items.push(...own);
    const said = [
      ...Array.from({ length: perBundle / 2 }, (_, n) => ruleNumber(first + n)),
      ...own.flatMap((itemId, n) => describeItem(itemId, first + n)),
    ];
    const { bundleId } = await setup.bundle({ chat: said.map(({ quote }) => quote).join("\n"), itemIds: own });
    await postOperations(setup.ctx, {
      bundleId,
      operations: said.map((one) => ({ op: "ADD", confidence: 0.95, ...one })),
    });
  }
  const held = await countAccepted(database, setup.projectId);
  if (held.all !== facts || held.ofItems !== facts / 2) {
    throw new Error(
      `The project has ${held.all} facts, ${held.ofItems} of them about items, instead of ${facts} and ${facts / 2}.`,
    );
  }
  await settle();
  const times: number[] = [];
  for (let round = 0; round < rounds + 5; round += 1) {
    const [first, second] = [items[round % items.length], items[(round + 7) % items.length]];
    if (!first || !second) throw new Error("The project has no items.");
    const began = performance.now();
    const { run } = await sayAll(setup, { first, second, round });
    if (round >= 5) times.push(performance.now() - began);
    assertRead(run?.stats);
    const shown = `${await setup.shown(first, width)}, ${await setup.shown(second, height)}`;
    if (shown !== `facts: ${(1000 + round).toLocaleString("en")} cm, facts: ${(2000 + round).toLocaleString("en")} cm`)
      throw new Error(`The items show unexpected values: ${shown}.`);
  }
  return { facts, items: items.length, medianMs: rounded(median(times)), p95Ms: rounded(percentile(times, 0.95)) };
}

const ruleNumber = (n: number) => ({ key: rule, value: `number ${n}`, quote: `Rule number ${n} holds.` });

const describeItem = (itemId: ItemId, n: number) => [
  { itemId, key: width, value: `${n + 1} cm`, quote: `${n + 1} cm wide` },
  { itemId, key: height, value: `${n + 2} cm`, quote: `${n + 2} cm high` },
  { itemId, key: quantity, value: n + 3, quote: `${n + 3} pieces` },
  { itemId, key: material, value: `plywood ${n}`, quote: `of plywood ${n}` },
  { itemId, key: material, value: `felt ${n}`, quote: `with felt ${n}` },
];

/**
 * Records a turn about the project and two of its items. The turn has new values, a new list entry, a repeated value and
 * an invented quote.
 */
async function sayAll(
  setup: ItemScene,
  { first, second, round }: { first: ItemId; second: ItemId; round: number },
): Promise<TurnResult> {
  const [guests, wide, high] = [1000 + round, `${1000 + round} cm`, `${2000 + round} cm`];
  const chat = `We expect ${guests} guests. Doors open at nine ${round}. Rule number 7 holds. The first is ${wide} wide, of zinc ${round}. The other is ${high} high.`;
  const { bundleId } = await setup.bundle({ chat, itemIds: [first, second] });
  const said = [
    { key: size, value: guests, quote: `${guests} guests` },
    { key: "project.summary.location", value: `nine ${round}`, quote: `at nine ${round}` },
    { key: rule, value: `open at nine ${round}`, quote: `open at nine ${round}` },
    ruleNumber(7),
    { itemId: first, key: width, value: wide, quote: `${wide} wide` },
    { itemId: first, key: material, value: `zinc ${round}`, quote: `of zinc ${round}` },
    { itemId: second, key: height, value: high, quote: `${high} high` },
    { itemId: second, key: quantity, value: 5, quote: "not there" },
  ];
  return postOperations(setup.ctx, {
    bundleId,
    operations: said.map((one) => ({ op: "ADD", confidence: 0.95, ...one })),
  });
}

function assertRead(stats: ParseStats | null | undefined): void {
  const read = `${stats?.accepted} accepted, ${stats?.corroborated} repeated, ${stats?.refused} refused`;
  if (read !== "6 accepted, 1 repeated, 1 refused") throw new Error(`A turn gave an unexpected result: ${read}.`);
}

async function countAccepted(database: Database, projectId: ProjectId): Promise<{ all: number; ofItems: number }> {
  const { rows } = await database.asOwner((db) =>
    sql<{ all: number; ofItems: number }>`
      select count(*)::int as all, count(item_id)::int as "ofItems"
      from facts
      where project_id = ${projectId} and status = 'accepted'`.execute(db),
  );
  return rows[0] ?? { all: 0, ofItems: 0 };
}

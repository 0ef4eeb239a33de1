import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ConversationId, ExchangeId } from "@dialectic/contract";
import { sql } from "kysely";
import { chatParts } from "../server/src/app/index.ts";
import { gatherContext, indexAllExchanges } from "../server/src/knowledge/exchanges/index.ts";
import { setUpLedger } from "../server/src/knowledge/ledger/ledger.fixture.ts";
import { indexText } from "../server/src/llm/memory/index.ts";
import {
  createDatabase,
  createFromTemplate,
  createLog,
  createPgliteEngine,
  createPostgresEngine,
  type Database,
  migrate,
  newId,
} from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";
import { createChance, readSentences } from "./sentences.ts";
import { median, rounded } from "./statistics.ts";

export const gather: Benchmark = {
  name: "gather",
  about: "gathering the context of an exchange from all sources in parallel, compared with one after the other",
  run: runGather,
};

const standard = { facts: 1_000, exchanges: 500, texts: 100, rounds: 40 };
type Amounts = typeof standard;
const warmUp = 5;
const perBundle = 500;

async function runGather(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string" } } });
  const amounts = { ...standard, rounds: Number(values.rounds ?? standard.rounds) };
  const rows = [await onEmbedded(amounts, tell), await onServer(amounts, tell)];
  const table = printTable(
    ["engine", "in parallel", "in sequence", "ratio", "items"],
    rows.map(({ engine, parallelMs, sequenceMs, ratio, items }) => [
      ...[engine, `${parallelMs} ms`, `${sequenceMs} ms`, `${ratio} ×`],
      items.map(({ source, count }) => `${source} ${count}`).join(", "),
    ]),
  );
  return { figures: { ...amounts, rows }, text: table, standard: args.length === 0 };
}

async function onEmbedded(amounts: Amounts, tell: (line: string) => void) {
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

async function onServer(amounts: Amounts, tell: (line: string) => void) {
  await using server = await openBenchServer({ durable: false });
  await using fresh = await server.freshDatabase();
  const database = createDatabase(createPostgresEngine(fresh.url));
  try {
    await migrate(database);
    return await measure("postgres", database, amounts, tell);
  } finally {
    await database.close();
  }
}

/** In every round both variants ask the same question. Which variant goes first alternates. */
async function measure(engine: string, database: Database, amounts: Amounts, tell: (line: string) => void) {
  tell(`${engine}: filling a project.`);
  const log = createLog("error");
  const { projectId, conversationId, ctx, sentences } = await fill(database, amounts);
  const models = { env: {}, dataDir: tmpdir() };
  const { sources } = chatParts({
    ctxOf: (db) => ({ ...ctx, db, log, models, continuations: 0, retryWindowMs: 0, embedder: null }),
    dataDir: null,
  });
  const gathering = { db: ctx.db, log, signal: new AbortController().signal };
  const times = { parallel: [] as number[], sequence: [] as number[] };
  let items: { source: string; count: number }[] = [];
  for (let round = -warmUp; round < amounts.rounds; round += 1) {
    const text = sentences[(round + warmUp) % sentences.length] ?? "";
    const question = { text, projectId, conversationId, exchangeId: newId<ExchangeId>(), retryOf: null };
    const ways = {
      parallel: () => gatherContext(gathering, { sources, question }),
      sequence: async () => {
        const gathered = [];
        for (const source of sources)
          gathered.push(...(await gatherContext(gathering, { sources: [source], question })));
        return gathered;
      },
    };
    for (const way of round % 2 === 0 ? (["parallel", "sequence"] as const) : (["sequence", "parallel"] as const)) {
      const began = performance.now();
      const gathered = await ways[way]();
      const took = performance.now() - began;
      const lost = gathered.find(({ status }) => status === "late" || status === "failed");
      if (round >= 0 && lost) throw new Error(`The source ${lost.name} was ${lost.status}.`);
      if (round >= 0) times[way].push(took);
      items = gathered.map(({ name, items: own }) => ({ source: name, count: own.length }));
    }
  }
  const [parallelMs, sequenceMs] = [median(times.parallel), median(times.sequence)];
  return {
    engine,
    parallelMs: rounded(parallelMs),
    sequenceMs: rounded(sequenceMs),
    ratio: rounded(parallelMs / sequenceMs),
    items,
  };
}

/** Fills a project with facts, texts that memory has indexed, and a conversation of completed exchanges. */
async function fill(database: Database, { facts, exchanges, texts }: Amounts) {
  const { ctx, projectId, userId, say } = await setUpLedger(database);
  for (let first = 0; first < facts; first += perBundle) {
    const said = Array.from({ length: perBundle }, (_, n) => `Rule number ${first + n} holds.`);
    const toOperation = (quote: string) => ({ key: "project.constraints.rule", value: quote.slice(5, -7), quote });
    await say(said.join("\n"), ...said.map(toOperation));
  }
  const sentences = readSentences();
  const chance = createChance(1);
  const write = (count: number) =>
    Array.from({ length: count }, () => sentences[Math.floor(chance() * sentences.length)]).join(" ");
  for (let n = 0; n < texts; n += 1)
    await indexText({ db: ctx.db, embedder: null }, { kind: "text", key: `text-${n}`, text: write(60), projectId });
  const conversationId = newId<ConversationId>();
  const answers = Array.from({ length: exchanges }, () => write(4));
  await database.asOwner(async (db) => {
    await sql`
      insert into conversations (id, owner_id, project_id, title, model, exchanges)
      values (${conversationId}, ${userId}, ${projectId}, 'Bench', 'bench/none', ${exchanges})`.execute(db);
    await sql`
      insert into exchanges (id, owner_id, conversation_id, number, status, user_text, answer, model, completed_at)
      select new_id(), ${userId}, ${conversationId}, n, 'completed', 'Question ' || n, answer, 'bench/none', clock_timestamp()
      from unnest(${answers}::text[]) with ordinality given (answer, n)`.execute(db);
  });
  await indexAllExchanges(database, { embedder: null });
  await database.asOwner((db) => sql`analyze`.execute(db));
  return { ctx, projectId, conversationId, sentences };
}

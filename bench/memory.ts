import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createUseLite, type Embedder, type LocalEmbedder } from "../server/src/llm/memory/index.ts";
import { readModelSettings } from "../server/src/llm/models/index.ts";
import { readConfig } from "../server/src/platform/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { averageContents } from "./memory/average-contents.ts";
import { makeData } from "./memory/make-data.ts";
import { measure, type Row } from "./memory/measure.ts";
import { openEmbedded, openOnServer } from "./memory/open-memory.ts";
import { providerEmbedder } from "./memory/provider-embedder.ts";
import { type DataSet, readData } from "./memory/read-data.ts";
import { rememberContents } from "./memory/remember-contents.ts";
import { printTable } from "./print-table.ts";

export const memory: Benchmark = {
  name: "memory",
  about:
    "our search by words, neighbouring passages, vectors and all of them: recall, ranking, latency on both engines",
  run: runMemory,
};

const ownData = join(import.meta.dirname, "data");

async function runMemory(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string", multiple: true },
      passages: { type: "string" },
      engine: { type: "string", multiple: true },
      embedding: { type: "string", multiple: true },
    },
  });
  const paths = values.data ?? (values.passages ? [] : readdirSync(ownData).map((file) => join(ownData, file)));
  const engines = values.engine ?? ["pglite", "postgres"];
  // `isShared` is false even if a server is configured, because the keys in this environment belong to the person who runs
  // the benchmark.
  const settings = { ...readModelSettings(readConfig(process.env), { inProcess: [] }), isShared: false };
  const useLite = createUseLite({ remembered: 0 });
  const rows: Row[] = [];
  try {
    // Contents are embedded once for both engines. Questions are embedded for every search, because embedding the question
    // is part of the cost of a search.
    const sets: { data: DataSet; embedder: LocalEmbedder }[] = [];
    for (const path of paths) {
      const data = await readData(path);
      sets.push({ data, embedder: rememberContents(useLite) });
      for (const model of values.embedding ?? [])
        sets.push({ data, embedder: rememberContents(providerEmbedder(model, settings, data)) });
    }
    if (values.passages) {
      const made = makeData({ passages: Number(values.passages) });
      sets.push({ data: made.data, embedder: averageContents(useLite, made) });
    }
    for (const { data, embedder } of sets) {
      const texts = data.groups.reduce((sum, group) => sum + group.texts.length, 0);
      tell(
        `${data.name}: ${texts} texts in ${data.groups.length} groups, ${data.questions.length} questions, vectors by ${embedder.model}.`,
      );
      if (engines.includes("pglite")) {
        await using opened = await openEmbedded(embedder);
        rows.push(...(await measure(opened, data, tell)));
      }
      if (engines.includes("postgres")) rows.push(...(await onServer(embedder, data, tell)));
    }
  } finally {
    await useLite.close();
  }
  return { figures: { rows }, text: writeRows(rows), standard: args.length === 0 };
}

async function onServer(
  embedder: Embedder,
  data: Parameters<typeof measure>[1],
  tell: (line: string) => void,
): Promise<Row[]> {
  await using server = await openBenchServer({ durable: false });
  await using opened = await openOnServer(server, embedder);
  return await measure(opened, data, tell);
}

function writeRows(rows: Row[]): string {
  const share = (value: number) => (value * 100).toFixed(1);
  return printTable(
    ["data", "engine", "vectors by", "method", "recall@5", "@10", "@25", "nDCG@10", "p50 ms", "p95 ms"],
    rows.map((row) => [
      row.data,
      row.engine,
      row.embedding,
      row.method,
      share(row.recall5),
      share(row.recall10),
      share(row.recall25),
      share(row.ndcg10),
      String(row.p50Ms),
      String(row.p95Ms),
    ]),
  );
}

import { parseArgs } from "node:util";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { type Amounts, measureRound, type Round } from "./context/measure.ts";
import { type BenchMemory, openEmbedded, openOnServer } from "./memory/open-memory.ts";
import { printTable } from "./print-table.ts";
import { median, rounded } from "./statistics.ts";

export const context: Benchmark = {
  name: "context",
  about: "fitting a prompt of a million tokens into a tenth of that, compared with tokenising it once",
  run: runContext,
};

const standard = { tokens: 1_000_000, limit: 100_000, documents: 50, rounds: 5 };
const aims = { coldToTokenize: 2, warmToCold: 0.1, peakGb: 1.5 };

async function runContext(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({
    args,
    options: { tokens: { type: "string" }, rounds: { type: "string" }, engine: { type: "string", multiple: true } },
  });
  const tokens = Number(values.tokens ?? standard.tokens);
  const amounts = { tokens, limit: Math.floor(tokens / 10), documents: standard.documents };
  const rounds = Number(values.rounds ?? standard.rounds);
  const engines = values.engine ?? ["pglite", "postgres"];
  const rows: Row[] = [];
  if (engines.includes("pglite")) {
    await using memory = await openEmbedded(null);
    rows.push(toRow(await measure(memory, { amounts, rounds }, tell)));
  }
  if (engines.includes("postgres")) {
    await using server = await openBenchServer({ durable: false });
    await using memory = await openOnServer(server, null);
    rows.push(toRow(await measure(memory, { amounts, rounds }, tell)));
  }
  const peakGb = rounded(process.resourceUsage().maxRSS / 2 ** 20);
  const figures = { amounts, rounds, aims, peakGb, rows };
  return { figures, text: write(rows, peakGb), standard: args.length === 0 };
}

async function measure(
  memory: BenchMemory,
  { amounts, rounds }: { amounts: Amounts; rounds: number },
  tell: (line: string) => void,
): Promise<Round[]> {
  // A warm-up round loads the vocabulary and compiles the code, so that their cost is not measured.
  await measureRound(memory, { ...amounts, tokens: amounts.tokens / 10, limit: amounts.limit / 10 }, 1_000);
  const measured: Round[] = [];
  for (let seed = 1; seed <= rounds; seed += 1) {
    const round = await measureRound(memory, amounts, seed);
    const [tokenize, cold, warm, index] = [round.tokenizeMs, round.coldMs, round.warmMs, round.indexMs].map(Math.round);
    tell(
      `${memory.engine} ${seed}: tokenised in ${tokenize} ms, fitted in ${cold}, again in ${warm}; indexed in ${index}.`,
    );
    measured.push(round);
  }
  return measured;
}

type Row = ReturnType<typeof toRow>;

function toRow(rounds: Round[]) {
  const middle = (of: (round: Round) => number): number => rounded(median(rounds.map(of)));
  return {
    engine: rounds[0]?.engine ?? "",
    tokensBefore: middle((one) => one.tokensBefore),
    tokensAfter: middle((one) => one.tokensAfter),
    shortened: middle((one) => one.shortened),
    tokenizeMs: middle((one) => one.tokenizeMs),
    coldMs: middle((one) => one.coldMs),
    warmMs: middle((one) => one.warmMs),
    indexMs: middle((one) => one.indexMs),
    coldToTokenize: middle((one) => one.coldMs / one.tokenizeMs),
    warmToCold: middle((one) => one.warmMs / one.coldMs),
  };
}

function write(rows: readonly Row[], peakGb: number): string {
  const table = printTable(
    ["engine", "tokens", "to", "tokenised once ms", "fitted ms", "ratio", "again ms", "ratio", "indexed ms"],
    rows.map((row) => [
      row.engine,
      String(row.tokensBefore),
      String(row.tokensAfter),
      String(row.tokenizeMs),
      String(row.coldMs),
      String(row.coldToTokenize),
      String(row.warmMs),
      String(row.warmToCold),
      String(row.indexMs),
    ]),
  );
  const missed = [
    ...rows.filter((row) => row.coldToTokenize > aims.coldToTokenize).map(({ engine }) => `fitting on ${engine}`),
    ...rows.filter((row) => row.warmToCold > aims.warmToCold).map(({ engine }) => `fitting again on ${engine}`),
    ...(peakGb > aims.peakGb ? ["memory"] : []),
  ];
  const verdict = missed.length === 0 ? "All aims are met." : `Missed: ${missed.join(", ")}.`;
  return `${table}\nPeak memory ${peakGb} GB, with the embedded engine. ${verdict}`;
}

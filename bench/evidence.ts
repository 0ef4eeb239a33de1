import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { checkCase, type Verdict } from "../server/src/knowledge/ledger/evidence/check-case.fixture.ts";
import {
  damagedCase,
  damages,
  type EvidenceCase,
  randomFrom,
} from "../server/src/knowledge/ledger/evidence/damaged-evidence.fixture.ts";
import { dialogueCase, mishaps } from "../server/src/knowledge/ledger/evidence/dialogue-evidence.fixture.ts";
import { foreignCases } from "../server/src/knowledge/ledger/evidence/foreign-evidence.fixture.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";
import { rounded } from "./statistics.ts";

export const evidence: Benchmark = {
  name: "evidence",
  about:
    "the product's verdicts on evidence with every kind of damage, compared with the right ones (--data FILE: your own JSON lines)",
  run: runEvidence,
};

const casesPerDamage = 2000;

async function runEvidence(args: string[]): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { data: { type: "string" } } });
  const tally = createTally();
  for (const one of generated().take(1000)) checkCase(one); // compiles the code before anything is measured
  if (values.data === undefined) for (const one of generated()) tally.add(one, checkCase(one));
  else for await (const one of linesOf(values.data)) tally.add(one, checkCase(one));
  const figures = tally.figures();
  return { figures, text: describe(figures), standard: args.length === 0 };
}

function* generated(): Generator<EvidenceCase> {
  yield* foreignCases();
  const random = randomFrom(20_270_312);
  for (let round = 0; round < casesPerDamage; round += 1)
    yield* [
      ...damages.map((damage) => damagedCase(damage, random)),
      ...mishaps.map((mishap) => dialogueCase(mishap, random)),
    ];
}

async function* linesOf(path: string): AsyncGenerator<EvidenceCase> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    try {
      yield JSON.parse(line) as EvidenceCase;
    } catch (cause) {
      throw new Error(`Line ${number} of ${path} is not JSON.`, { cause });
    }
  }
}

type Counts = {
  lines: number;
  good: number;
  bad: number;
  accepted: number;
  safe: number;
  unsafe: number;
  exact: number;
};

function createTally() {
  const classes = new Map<string, Counts>();
  const all = none();
  let micros = 0;
  return {
    add({ gold }: EvidenceCase, verdict: Verdict) {
      const own = classes.get(gold.class) ?? none();
      classes.set(gold.class, own);
      for (const counts of [all, own]) count(counts, gold, verdict);
      micros += verdict.micros;
    },
    figures: () => ({
      lines: all.lines,
      ...shares(all),
      microsPerCheck: rounded(micros / Math.max(1, all.lines)),
      classes: [...classes].map(([name, counts]) => ({ class: name, lines: counts.lines, ...shares(counts) })),
    }),
  };
}

function none(): Counts {
  return { lines: 0, good: 0, bad: 0, accepted: 0, safe: 0, unsafe: 0, exact: 0 };
}

function count(counts: Counts, gold: EvidenceCase["gold"], verdict: Verdict): void {
  counts.lines += 1;
  counts[gold.accept ? "good" : "bad"] += 1;
  if (!verdict.accept) return;
  counts.accepted += 1;
  counts[gold.accept ? "safe" : "unsafe"] += 1;
  if (gold.accept && gold.section === verdict.section && gold.start === verdict.start && gold.end === verdict.end)
    counts.exact += 1;
}

/**
 * The precision and recall with which evidence is accepted, the share of bad evidence that was accepted, and the share of
 * accepted evidence whose position is right.
 */
function shares({ good, bad, accepted, safe, unsafe, exact }: Counts) {
  return {
    precision: accepted === 0 ? 1 : safe / accepted,
    recall: good === 0 ? 1 : safe / good,
    unsafeAccepts: bad === 0 ? 0 : unsafe / bad,
    exactSpans: safe === 0 ? 1 : exact / safe,
  };
}

type Figures = ReturnType<ReturnType<typeof createTally>["figures"]>;

function describe({ lines, microsPerCheck, classes, ...all }: Figures): string {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const row = (name: string, count: number, one: ReturnType<typeof shares>) => [
    name,
    String(count),
    percent(one.precision),
    percent(one.recall),
    percent(one.unsafeAccepts),
    percent(one.exactSpans),
  ];
  const table = printTable(
    ["class", "lines", "precision", "recall", "unsafe accepts", "exact spans"],
    [...classes.map((one) => row(one.class, one.lines, one)), row("all", lines, all)],
  );
  return `${table}\n\n${microsPerCheck} µs per check.`;
}

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { z } from "zod";
import {
  type Comparison,
  compareNames,
  features,
  overlap,
} from "../server/src/knowledge/items/catalogue/match/compare-names.ts";
import { judgeNames } from "../server/src/knowledge/items/catalogue/match/judge-names.ts";
import { type ParsedName, parseName } from "../server/src/knowledge/items/catalogue/match/parse-name.ts";
import { type TokenWeights, weighTokens } from "../server/src/knowledge/items/catalogue/match/token-weights.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { fitTrees } from "./match/fit-trees.ts";
import { makeEstimates } from "./match/make-estimates.ts";
import { makePairs, type Pair } from "./match/make-pairs.ts";
import { printTable } from "./print-table.ts";
import { rounded } from "./statistics.ts";

export const match: Benchmark = {
  name: "match",
  about:
    "the catalogue matcher's verdicts on pairs of names, compared with the right ones (--data FILE: your own JSON lines)",
  run: runMatch,
};

const PairLine = z.object({
  left: z.string(),
  right: z.string(),
  match: z.boolean(),
  split: z.enum(["train", "valid", "test"]),
});

async function runMatch(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { data: { type: "string" } } });
  const pairs = values.data === undefined ? makePairs() : await readPairs(values.data);
  const startedAt = performance.now();
  const compared = comparePairs(pairs);
  const microsPerPair = rounded((1000 * (performance.now() - startedAt)) / Math.max(1, pairs.length));
  tell(`Compared ${pairs.length} pairs; fitting weights to the training pairs.`);
  // A second sample, made in a different way, exposes a judge that only fits the first sample.
  const second = values.data === undefined ? judge(comparePairs(makeEstimates())) : null;
  const figures = { pairs: countSplits(pairs), microsPerPair, ...judge(compared), second };
  return { figures, text: describe(figures), standard: args.length === 0 };
}

async function readPairs(path: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    try {
      pairs.push(PairLine.parse(JSON.parse(line)));
    } catch (cause) {
      throw new Error(`Line ${number} of ${path} is not a pair: {"left","right","match","split"}.`, { cause });
    }
  }
  return pairs;
}

/**
 * The number of leading words that `headCosine` compares. Only the fitted judge uses this feature, because the product
 * would need a second comparison for it.
 */
const headLength = 12;
const headCosine = (left: ParsedName, right: ParsedName, weigh: TokenWeights): number =>
  overlap(left.tokens.slice(0, headLength), right.tokens.slice(0, headLength), weigh).cosine;

type Compared = Pair & { comparison: Comparison; features: number[] };

/**
 * Token weights are computed from the names of the training pairs, as the product computes them from the catalogue. No
 * label is read.
 */
function comparePairs(pairs: readonly Pair[]): Compared[] {
  const parsed = new Map<string, ParsedName>();
  const parse = (name: string): ParsedName => {
    const known = parsed.get(name) ?? parseName(name);
    parsed.set(name, known);
    return known;
  };
  const training = pairs.filter(({ split }) => split === "train");
  const names = new Set((training.length > 0 ? training : pairs).flatMap(({ left, right }) => [left, right]));
  const weigh = weighTokens([...names].map(parse));
  return pairs.map((pair) => {
    const [left, right] = [parse(pair.left), parse(pair.right)];
    const comparison = compareNames(left, right, weigh);
    const values = features.map((name) => comparison[name]);
    return { ...pair, comparison, features: [...values, headCosine(left, right, weigh)] };
  });
}

/** Rounds a share to four decimals. */
const toFour = (share: number): number => Number(share.toFixed(4));

type Scored = { score: number; match: boolean };
type Result = { precision: number; recall: number; f1: number; threshold: number; validF1: number };

/**
 * Uses the judge that does better on the validation pairs: the weights that the product ships, or weights fitted to the
 * training pairs.
 */
function judge(pairs: readonly Compared[]) {
  const training = pairs.filter(({ split }) => split === "train");
  const canFit = training.some((one) => one.match) && training.some((one) => !one.match);
  const shipped = measure(pairs, ({ comparison }) => judgeNames(comparison));
  const cosine = measure(pairs, ({ comparison }) => comparison.cosine);
  const trees = canFit ? fitTrees(training) : undefined;
  const fitted = trees ? measure(pairs, (one) => trees(one.features)) : null;
  const isFitted = fitted !== null && fitted.validF1 >= shipped.validF1;
  const { precision, recall, f1, threshold } = isFitted ? fitted : shipped;
  return { precision, recall, f1, threshold, judge: isFitted ? "fitted" : "shipped", shipped, fitted, cosine };
}

function measure(pairs: readonly Compared[], scoreOf: (one: Compared) => number): Result {
  const scored = (split: Pair["split"]): Scored[] =>
    pairs.filter((one) => one.split === split).map((one) => ({ score: scoreOf(one), match: one.match }));
  const { threshold, f1: validF1 } = bestThreshold(scored("valid"));
  return { ...countHits(scored("test"), threshold), threshold: toFour(threshold), validF1: toFour(validF1) };
}

/**
 * Returns the threshold with the best F1 on the validation pairs: the midpoint between two neighbouring scores. Without
 * matches among these pairs it is 0.5.
 */
function bestThreshold(scored: readonly Scored[]): { threshold: number; f1: number } {
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const positives = sorted.filter(({ match }) => match).length;
  let [hits, best] = [0, { threshold: 0.5, f1: 0 }];
  for (const [at, { score, match }] of sorted.entries()) {
    if (match) hits += 1;
    const next = sorted[at + 1]?.score ?? 0;
    const f1 = (2 * hits) / (at + 1 + positives);
    if (next !== score && f1 > best.f1) best = { threshold: (score + next) / 2, f1 };
  }
  return best;
}

function countHits(scored: readonly Scored[], threshold: number) {
  const chosen = scored.filter(({ score }) => score >= threshold);
  const hits = chosen.filter(({ match }) => match).length;
  const positives = scored.filter(({ match }) => match).length;
  return {
    precision: toFour(hits / Math.max(1, chosen.length)),
    recall: toFour(hits / Math.max(1, positives)),
    f1: toFour((2 * hits) / Math.max(1, chosen.length + positives)),
  };
}

function countSplits(pairs: readonly Pair[]) {
  const count = (name: Pair["split"]) => {
    const own = pairs.filter(({ split }) => split === name);
    return { pairs: own.length, matches: own.filter((one) => one.match).length };
  };
  return { train: count("train"), valid: count("valid"), test: count("test") };
}

type Judged = ReturnType<typeof judge>;
type Figures = Judged & { pairs: ReturnType<typeof countSplits>; microsPerPair: number; second: Judged | null };

function describe({ pairs, microsPerPair, judge: chosen, shipped, fitted, cosine, second }: Figures): string {
  const row = (name: string, { precision, recall, f1, threshold }: Result) => [
    name,
    precision.toFixed(4),
    recall.toFixed(4),
    f1.toFixed(4),
    threshold.toFixed(4),
  ];
  const table = printTable(
    ["judge", "precision", "recall", "F1", "threshold"],
    [
      row("as shipped", shipped),
      ...(fitted ? [row("fitted to train", fitted)] : []),
      row("cosine of words alone", cosine),
      ...(second ? [row("lines of estimates: as shipped", second.shipped)] : []),
      ...(second?.fitted ? [row("lines of estimates: fitted", second.fitted)] : []),
      ...(second ? [row("lines of estimates: cosine", second.cosine)] : []),
    ],
  );
  return `${table}

On ${pairs.test.pairs} test pairs (${pairs.test.matches} matches); thresholds from ${pairs.valid.pairs} valid pairs. ${chosen === "fitted" ? "Fitted" : "Shipped"} weights are better on the valid pairs and are used. ${microsPerPair} µs per pair.
Published F1 on public sets (bench/README.md): Abt-Buy 89.3 and Amazon-Google 75.6 (Ditto), 62.8 and 69.3 (DeepMatcher).`;
}

/** Turns the features of a comparison into a score between 0 and 1. */
export type Judge = (features: readonly number[]) => number;

type Leaf = { value: number };
type Split = { feature: number; at: number; low: Tree; high: Tree };
type Tree = Leaf | Split;
type Example = { features: readonly number[]; match: boolean };

const rounds = 160;
const depth = 4;
const rate = 0.1;
const bins = 32;
const smallestLeaf = 8;
const ridge = 2;

/**
 * Fits a judge to training pairs: gradient boosting of small regression trees on the logistic loss (Friedman 2001),
 * deterministic.
 */
export function fitTrees(examples: readonly Example[]): Judge {
  const width = examples[0]?.features.length ?? 0;
  const cuts = Array.from({ length: width }, (_, feature) => cutsOf(examples.map((one) => one.features[feature] ?? 0)));
  const share = examples.filter(({ match }) => match).length / Math.max(1, examples.length);
  const prior = Math.log(Math.max(share, 1e-3) / Math.max(1 - share, 1e-3));
  const sums = new Float64Array(examples.length).fill(prior);
  const binned = examples.map(({ features }) => features.map((value, feature) => binOf(cuts[feature] ?? [], value)));
  const trees: Tree[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const gradient = examples.map(({ match }, at) => Number(match) - sigmoid(sums[at] ?? 0));
    const curvature = examples.map((_, at) => sigmoid(sums[at] ?? 0) * (1 - sigmoid(sums[at] ?? 0)));
    const grow = (rows: readonly number[], left: number): Tree => {
      const [g, h] = [sumOf(rows, gradient), sumOf(rows, curvature)];
      const split = left === 0 ? undefined : bestSplit({ rows, binned, cuts, gradient, curvature, g, h });
      if (!split) return { value: (rate * g) / (h + ridge) };
      const isLow = (row: number) => (binned[row]?.[split.feature] ?? 0) <= split.bin;
      return {
        feature: split.feature,
        at: cuts[split.feature]?.[split.bin] ?? 0,
        low: grow(rows.filter(isLow), left - 1),
        high: grow(
          rows.filter((row) => !isLow(row)),
          left - 1,
        ),
      };
    };
    const tree = grow([...examples.keys()], depth);
    trees.push(tree);
    for (const [at, { features }] of examples.entries()) sums[at] = (sums[at] ?? 0) + scoreOf(tree, features);
  }
  return (features) => sigmoid(trees.reduce((sum, tree) => sum + scoreOf(tree, features), prior));
}

function bestSplit(input: {
  rows: readonly number[];
  binned: readonly (readonly number[])[];
  cuts: readonly (readonly number[])[];
  gradient: readonly number[];
  curvature: readonly number[];
  g: number;
  h: number;
}): { feature: number; bin: number } | undefined {
  const { rows, binned, cuts, gradient, curvature, g, h } = input;
  const gain = (sum: number, weight: number) => (sum * sum) / (weight + ridge);
  let best: { feature: number; bin: number; gain: number } | undefined;
  for (const [feature, own] of cuts.entries()) {
    const [gs, hs, ns] = [new Float64Array(bins + 1), new Float64Array(bins + 1), new Int32Array(bins + 1)];
    for (const row of rows) {
      const bin = binned[row]?.[feature] ?? 0;
      gs[bin] = (gs[bin] ?? 0) + (gradient[row] ?? 0);
      hs[bin] = (hs[bin] ?? 0) + (curvature[row] ?? 0);
      ns[bin] = (ns[bin] ?? 0) + 1;
    }
    let [lowG, lowH, lowN] = [0, 0, 0];
    for (const bin of own.keys()) {
      lowG += gs[bin] ?? 0;
      lowH += hs[bin] ?? 0;
      lowN += ns[bin] ?? 0;
      if (lowN < smallestLeaf || rows.length - lowN < smallestLeaf) continue;
      const won = gain(lowG, lowH) + gain(g - lowG, h - lowH) - gain(g, h);
      if (won > 1e-3 && won > (best?.gain ?? 0)) best = { feature, bin, gain: won };
    }
  }
  return best;
}

/** Returns at most `bins - 1` thresholds that divide the examples into parts of about the same size. */
function cutsOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const cuts = Array.from({ length: bins - 1 }, (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / bins)] ?? 0);
  return [...new Set(cuts)].filter((cut) => cut < (sorted.at(-1) ?? 0));
}

function binOf(cuts: readonly number[], value: number): number {
  let bin = 0;
  while (bin < cuts.length && value > (cuts[bin] ?? 0)) bin += 1;
  return bin;
}

function scoreOf(tree: Tree, features: readonly number[]): number {
  let node = tree;
  while ("feature" in node) node = (features[node.feature] ?? 0) <= node.at ? node.low : node.high;
  return node.value;
}

const sumOf = (rows: readonly number[], values: readonly number[]): number =>
  rows.reduce((sum, row) => sum + (values[row] ?? 0), 0);
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

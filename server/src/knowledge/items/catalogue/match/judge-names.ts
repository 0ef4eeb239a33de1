import { type Comparison, type Feature, features } from "./compare-names.ts";

/**
 * The weight that each feature adds to the log odds that two names mean the same product. The weights were fitted to the
 * training pairs of both samples of `npm run bench -- match` and rounded. Agreements have positive weights, differences
 * negative ones. The bias is low enough that names with nothing in common are not candidates. A contradiction (another
 * size, code or colour) weighs more than any similarity.
 */
const shipped: Partial<Record<Feature, number>> = {
  moreCovered: 2.5,
  grams: 3.2,
  sameCode: 0.7,
  partOfCode: 1.2,
  otherCode: -4.5,
  nearCode: -1.5,
  sameMeasure: 2.3,
  otherMeasure: -10,
  sameNumber: 0.9,
  otherNumber: -4.5,
  numberOnOneSide: -0.2,
  otherVariant: -11,
};
const bias = -3;

/** The probability that the compared names mean the same product, between 0 and 1. */
export function judgeNames(comparison: Comparison): number {
  const odds = features.reduce((sum, name) => sum + (shipped[name] ?? 0) * comparison[name], bias);
  return 1 / (1 + Math.exp(-odds));
}

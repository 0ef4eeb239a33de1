import { type Comparison, type Feature, features } from "./compare-names.ts";

/**
 * The weight that each feature adds to the log odds that two names mean the same product. Fitted to the sample of `npm run bench --
 * match`, rounded, and kept to signs that a person would defend. A contradiction (another size, code or colour) weighs more than
 * any likeness.
 */
const shipped: Partial<Record<Feature, number>> = {
  cosine: 2,
  lessCovered: 1,
  moreCovered: 1.5,
  grams: 1.5,
  sameCode: 1.5,
  partOfCode: 2,
  otherCode: -3,
  nearCode: -1.5,
  sameMeasure: 1.8,
  otherMeasure: -7,
  sameNumber: 1,
  otherNumber: -3.5,
  numberOnOneSide: -0.2,
  otherFirst: -0.2,
  leftSurprise: -0.5,
  rightSurprise: -0.5,
  otherVariant: -7.5,
  variantOnOneSide: -0.1,
};
const bias = -3;

/** The likelihood that the compared names mean the same, between 0 and 1. */
export function judgeNames(comparison: Comparison): number {
  const odds = features.reduce((sum, name) => sum + (shipped[name] ?? 0) * comparison[name], bias);
  return 1 / (1 + Math.exp(-odds));
}

import { type ParsedName, singular } from "./parse-name.ts";
import { areSameSides } from "./scan-name.ts";
import type { TokenWeights } from "./token-weights.ts";

/** Features of a pair of names: agreements and contradictions, each between 0 and 1. */
export const features = [
  "cosine",
  "leftCovered",
  "rightCovered",
  "lessCovered",
  "moreCovered",
  "grams",
  "sameCode",
  "partOfCode",
  "otherCode",
  "nearCode",
  "codeOnOneSide",
  "sameMeasure",
  "otherMeasure",
  "measureOnOneSide",
  "sameNumber",
  "otherNumber",
  "numberOnOneSide",
  "sameFirst",
  "otherFirst",
  "leftSurprise",
  "rightSurprise",
  "bothSurprise",
  "lengths",
  "otherVariant",
  "variantOnOneSide",
] as const;
export type Feature = (typeof features)[number];
export type Comparison = Record<Feature, number>;

/** Words of one group exclude each other: a black lamp is not a white lamp. */
const variantGroups = [
  "black blk white wht silver red blue green pink grey gray titanium gold purple orange brown beige yellow transparent clear",
  "steel aluminium aluminum oak pine birch ply plywood mdf osb plastic rubber leather stainless brass copper glass concrete",
  "standard professional pro deluxe premium basic home ultimate enterprise student academic premier express lite extended",
  "mac macintosh windows win linux",
  "upgrade full upsell",
  "hire rental rent purchase sale",
  "left right",
  "matt matte satin gloss glossy",
  "weekday weekend night",
  "indoor outdoor",
].map((words) => new Set(words.split(" ").map(singular)));
const sameVariant: Record<string, string> = {
  gray: "grey",
  aluminum: "aluminium",
  plywood: "ply",
  professional: "pro",
  macintosh: "mac",
  win: singular("windows"),
  rental: "hire",
  rent: "hire",
  sale: "purchase",
  blk: "black",
  wht: "white",
  matte: "matt",
  [singular("glossy")]: "gloss",
};

export function compareNames(left: ParsedName, right: ParsedName, weigh: TokenWeights): Comparison {
  const whole = overlap(left.tokens, right.tokens, weigh);
  const measures = compareMeasures(left, right);
  const numbers = compareSets(left.numbers, right.numbers);
  const variants = compareVariants(left, right);
  const [first, other] = [left.tokens[0] ?? "", right.tokens[0] ?? ""];
  return {
    cosine: whole.cosine,
    leftCovered: whole.left,
    rightCovered: whole.right,
    lessCovered: Math.min(whole.left, whole.right),
    moreCovered: Math.max(whole.left, whole.right),
    grams: dice(left.grams, right.grams),
    ...compareCodes(left, right),
    sameMeasure: measures.same,
    otherMeasure: measures.other,
    measureOnOneSide: measures.oneSide,
    sameNumber: numbers.same,
    otherNumber: numbers.other,
    numberOnOneSide: numbers.oneSide,
    sameFirst: first !== "" && first === other ? 1 : 0,
    otherFirst: right.tokens.includes(first) || left.tokens.includes(other) ? 0 : 1,
    leftSurprise: whole.leftSurprise,
    rightSurprise: whole.rightSurprise,
    bothSurprise: Math.min(whole.leftSurprise, whole.rightSurprise),
    lengths: ratio(left.tokens.length, right.tokens.length),
    otherVariant: variants.other,
    variantOnOneSide: variants.oneSide,
  };
}

/**
 * The weighted overlap of two names. A token also matches a similar token, or two tokens of the other name joined
 * together.
 */
export function overlap(left: readonly string[], right: readonly string[], weigh: TokenWeights) {
  const [a, b] = [coverage(left, right, weigh), coverage(right, left, weigh)];
  return {
    left: a.share,
    right: b.share,
    cosine: Math.sqrt(a.squares * b.squares),
    leftSurprise: a.surprise,
    rightSurprise: b.surprise,
  };
}

function coverage(own: readonly string[], others: readonly string[], weigh: TokenWeights) {
  const spellings = new Set(others);
  for (const [at, token] of others.entries()) spellings.add(token + (others[at + 1] ?? ""));
  const tokens = [...new Set(own)];
  let [covered, total, squares, allSquares, surprise] = [0, 0, 0, 0, 0];
  for (const [at, token] of tokens.entries()) {
    const weight = weigh(token);
    const isJoined = spellings.has(token + (tokens[at + 1] ?? "")) || spellings.has((tokens[at - 1] ?? "") + token);
    const hit = spellings.has(token) || isJoined ? 1 : Math.max(0, ...others.map((other) => nearness(token, other)));
    total += weight;
    covered += weight * hit;
    allSquares += weight * weight;
    squares += weight * weight * hit;
    if (hit === 0) surprise = Math.max(surprise, weight);
  }
  return { share: total === 0 ? 0 : covered / total, squares: allSquares === 0 ? 0 : squares / allSquares, surprise };
}

/** How similar two tokens are, allowing abbreviations ("prem" and "premium") and single typos. Codes must be equal. */
function nearness(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3 || /\d/.test(a) || /\d/.test(b)) return 0;
  if (long.startsWith(short)) return 0.5 + (0.5 * short.length) / long.length;
  return short.length >= 5 && isOneSlip(short, long) ? 0.85 : 0;
}

function isOneSlip(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const tails = [
    [short.slice(at), long.slice(at + 1)],
    [short.slice(at + 1), long.slice(at + 1)],
    [`${short[at + 1] ?? ""}${short[at] ?? ""}${short.slice(at + 2)}`, long.slice(at)],
  ];
  return tails.some(([x, y]) => x === y);
}

function compareCodes(left: ParsedName, right: ParsedName) {
  const hasBoth = left.codes.length > 0 && right.codes.length > 0;
  const pairs = left.codes.flatMap((a) => right.codes.map((b) => [a, b] as const));
  const isSame = pairs.some(([a, b]) => a === b);
  const isWithin = (code: string, { squeezed }: ParsedName) => code.length >= 5 && squeezed.includes(code);
  const isPart =
    !isSame &&
    (pairs.some(([a, b]) => isBeginning(a, b)) ||
      left.codes.some((code) => isWithin(code, right)) ||
      right.codes.some((code) => isWithin(code, left)));
  const isOther = hasBoth && !isSame && !isPart;
  return {
    sameCode: Number(isSame),
    partOfCode: Number(isPart),
    otherCode: Number(isOther),
    nearCode: Number(isOther && pairs.some(([a, b]) => shareBeginning(a, b) >= 3)),
    codeOnOneSide: Number(!hasBoth && !isPart && left.codes.length + right.codes.length > 0),
  };
}

/** True for "davis50" and "davis50b", because sellers add letters for colours and countries. */
function isBeginning(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (
    short.length >= 4 &&
    long.startsWith(short) &&
    !/^\d/.test(long.slice(short.length)) &&
    long.length - short.length <= 4
  );
}

function shareBeginning(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

type Shares = { same: number; other: number; oneSide: number };

/** The shares of measures that agree, that contradict each other, and that occur in only one of the names. */
function compareMeasures(left: ParsedName, right: ParsedName): Shares {
  let [same, other, oneSide] = [0, 0, 0];
  for (const family of new Set([...left.measures.keys(), ...right.measures.keys()])) {
    const [a, b] = [left.measures.get(family), right.measures.get(family)];
    if (!a || !b) oneSide += 1;
    else {
      const lacks = (own: ReadonlySet<number>, others: ReadonlySet<number>) =>
        [...own].filter((value) => ![...others].some((one) => ratio(value, one) >= 0.98)).length;
      const [onLeft, onRight] = [lacks(a, b), lacks(b, a)];
      // "28 mm, 3 m" and "28 mm, 6 m": one length agrees, and the other two contradict each other.
      if (onLeft > 0 && onRight > 0) other += 1;
      if (onLeft < a.size) same += 1;
      if (onLeft > 0 !== onRight > 0) oneSide += 0.5;
    }
  }
  if (left.sides.length > 0 && right.sides.length > 0) {
    if (left.sides.some((a) => right.sides.some((b) => areSameSides(a, b)))) same += 1;
    else other += 1;
  } else if (left.sides.length + right.sides.length > 0) oneSide += 1;
  return sharesOf({ same, other, oneSide });
}

function compareSets(left: ReadonlySet<string>, right: ReadonlySet<string>): Shares {
  if (left.size === 0 || right.size === 0) return { same: 0, other: 0, oneSide: left.size + right.size > 0 ? 1 : 0 };
  const same = [...left].filter((one) => right.has(one)).length;
  const other = Math.min(left.size, right.size) - same;
  return sharesOf({ same, other, oneSide: Math.abs(left.size - right.size) });
}

function sharesOf({ same, other, oneSide }: Shares): Shares {
  const total = Math.max(1, same + other + oneSide);
  return { same: same / total, other: other === 0 ? 0 : other / (same + other), oneSide: oneSide / total };
}

function compareVariants(left: ParsedName, right: ParsedName): { other: number; oneSide: number } {
  let [other, oneSide] = [0, 0];
  for (const group of variantGroups) {
    const [a, b] = [variantsOf(left, group), variantsOf(right, group)];
    if (a.size > 0 && b.size > 0) other += [...a].some((word) => b.has(word)) ? 0 : 1;
    else if (a.size + b.size > 0) oneSide += 1;
  }
  return { other: Math.min(1, other / 2), oneSide: Math.min(1, oneSide / 2) };
}

const variantsOf = ({ tokens }: ParsedName, group: ReadonlySet<string>): Set<string> =>
  new Set(tokens.filter((token) => group.has(token)).map((token) => sameVariant[token] ?? token));

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared += 1;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

const ratio = (a: number, b: number): number => (Math.max(a, b) === 0 ? 1 : Math.min(a, b) / Math.max(a, b));

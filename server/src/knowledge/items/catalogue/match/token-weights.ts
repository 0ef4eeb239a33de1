import type { ParsedName } from "./parse-name.ts";

/** The weight of a token, between 0 and 1: low for a word that most names have, 1 for a word that no name has. */
export type TokenWeights = (token: string) => number;

/** Inverse document frequencies over the given names. A token that none of them has weighs most. */
export function weighTokens(names: Iterable<ParsedName>): TokenWeights {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { tokens } of names) {
    total += 1;
    for (const token of new Set(tokens)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  // Smooths the frequencies by adding two hundred imaginary names, because a few names say little about frequencies.
  const most = Math.log(1 + total + 200);
  return (token) => Math.max(0.05, Math.log((1 + total + 200) / (1 + (counts.get(token) ?? 0))) / most);
}

import type { Tx } from "#platform";
import { lexicalQuestion } from "./lexical-text.ts";
import type { Candidate } from "./search.store.ts";
import * as store from "./search.store.ts";
import type { Scope } from "./source.ts";
import { createWeighing, near } from "./weigh-words.ts";

/** As many candidates of each question as are weighed; the rest has next to nothing of what was asked for. */
const depth = 200;

/** What a question finds by its words. */
export async function findByWords(
  db: Tx,
  { question, scope }: { question: string; scope: Scope },
): Promise<Candidate[]> {
  const plain = lexicalQuestion(question);
  if (plain.trim() === "") return [];
  const { words, sums } = await store.selectWords(db, { question: plain, scope });
  if (words.length === 0) return [];
  const weighing = createWeighing(words, sums);
  const around = [...new Set(weighing.best(depth).flatMap(near))];
  // Within dates, only what is known to be within them: a neighbour may be of another day.
  const isDated = scope.since !== undefined || scope.until !== undefined;
  const rows = await store.selectWindows(db, isDated ? around.filter(weighing.has) : around);
  return weighing
    .windows(rows, depth)
    .map(({ place, ...weighed }) => ({ pos: BigInt(place), cosine: null, ...weighed }));
}

/** Adds what is near in meaning, and how near the ones are that were found by words. */
export async function addNearest(
  db: Tx,
  {
    found,
    vector,
    scope,
  }: { found: readonly Candidate[]; vector: { model: string; numbers: readonly number[] }; scope: Scope },
): Promise<Candidate[]> {
  const cosines = await store.selectNearest(db, { ...vector, scope, depth, others: found.map(({ pos }) => pos) });
  const known = new Set(found.map(({ pos }) => pos));
  const byMeaning = [...cosines].filter(([pos]) => !known.has(pos));
  return [
    ...found.map((one) => ({ ...one, cosine: cosines.get(one.pos) ?? null })),
    ...byMeaning.map(([pos, cosine]) => ({ pos, bm25: null, windowed: null, cosine, words: null, shares: null })),
  ];
}

import type { UserDb } from "#platform";
import { lexicalQuestion } from "../indexing/lexical-text.ts";
import type { Scope } from "../source.ts";
import type { Candidate } from "./search.store.ts";
import * as store from "./search.store.ts";
import { createWeighing, type FoundWord, near, type Sums } from "./weigh-words.ts";

/** How many candidates of each question are weighed. Further candidates match hardly any words of the question. */
const depth = 200;

/**
 * Finds candidates by the words of a question. Here and below, each statement is its own transaction: begin, statement and
 * commit are one round trip. Rows that are deleted between two statements are missing from the result.
 */
export async function findByWords(
  db: UserDb,
  { question, scope }: { question: string; scope: Scope },
): Promise<Candidate[]> {
  const plain = lexicalQuestion(question);
  if (plain.trim() === "") return [];
  const found = await db.tx((tx) => store.selectWords(tx, { question: plain, scope }), { single: true });
  if (found.words.length === 0) return [];
  const isDated = scope.since !== undefined || scope.until !== undefined;
  const { words, sums } = isDated
    ? within(await db.tx((tx) => store.selectDated(tx, scope), { single: true }), found.words)
    : found;
  const weighing = createWeighing(words, sums);
  const around = [...new Set(weighing.best(depth).flatMap(near))];
  // With a date range, only neighbours that contain a word of the question are kept. They are known to lie within the range;
  // other neighbours may lie outside it.
  const wanted = isDated ? around.filter(weighing.has) : around;
  const rows = await db.tx((tx) => store.selectWindows(tx, wanted), { single: true });
  return weighing
    .windows(rows, depth)
    .map(({ place, ...weighed }) => ({ pos: BigInt(place), cosine: null, ...weighed }));
}

/** Drops the postings of passages that are not in `places`. */
function within({ places, sums }: { places: ReadonlySet<number>; sums: Sums }, words: readonly FoundWord[]) {
  const kept = words.map((word) => {
    const isKept = word.places.map((place) => places.has(place));
    const only = (numbers: readonly number[]) => numbers.filter((_, at) => isKept[at]);
    return { asked: word.asked, places: only(word.places), times: only(word.times), lengths: only(word.lengths) };
  });
  return { words: kept.filter((word) => word.places.length > 0), sums };
}

/** Adds the candidates that are near in meaning, and the similarity of the candidates found by words. */
export async function addNearest(
  db: UserDb,
  {
    found,
    vector,
    scope,
  }: { found: readonly Candidate[]; vector: { model: string; numbers: readonly number[] }; scope: Scope },
): Promise<Candidate[]> {
  const asked = { ...vector, scope, depth, others: found.map(({ pos }) => pos) };
  const cosines = await db.tx((tx) => store.selectNearest(tx, asked), { single: true });
  const known = new Set(found.map(({ pos }) => pos));
  const byMeaning = [...cosines].filter(([pos]) => !known.has(pos));
  return [
    ...found.map((one) => ({ ...one, cosine: cosines.get(one.pos) ?? null })),
    ...byMeaning.map(([pos, cosine]) => ({ pos, bm25: null, windowed: null, cosine, words: null, shares: null })),
  ];
}

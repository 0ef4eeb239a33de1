import type { Tx } from "#platform";
import { lexicalQuestion } from "./lexical-text.ts";
import type { Candidate } from "./search.store.ts";
import * as store from "./search.store.ts";
import type { Scope } from "./source.ts";
import { createWeighing, type FoundWord, near, type Sums } from "./weigh-words.ts";

/** As many candidates of each question as are weighed; the rest has next to nothing of what was asked for. */
const depth = 200;

/** What a question finds by its words. */
export async function findByWords(
  db: Tx,
  { question, scope }: { question: string; scope: Scope },
): Promise<Candidate[]> {
  const plain = lexicalQuestion(question);
  if (plain.trim() === "") return [];
  const found = await store.selectWords(db, { question: plain, scope });
  if (found.words.length === 0) return [];
  const isDated = scope.since !== undefined || scope.until !== undefined;
  const { words, sums } = isDated ? within(await store.selectDated(db, scope), found.words) : found;
  const weighing = createWeighing(words, sums);
  const around = [...new Set(weighing.best(depth).flatMap(near))];
  // Within dates, only what is known to be within them: a neighbour may be of another day.
  const rows = await store.selectWindows(db, isDated ? around.filter(weighing.has) : around);
  return weighing
    .windows(rows, depth)
    .map(({ place, ...weighed }) => ({ pos: BigInt(place), cosine: null, ...weighed }));
}

/** Only what stands in these chunks. */
function within({ places, sums }: { places: ReadonlySet<number>; sums: Sums }, words: readonly FoundWord[]) {
  const kept = words.map((word) => {
    const isKept = word.places.map((place) => places.has(place));
    const only = (numbers: readonly number[]) => numbers.filter((_, at) => isKept[at]);
    return { asked: word.asked, places: only(word.places), times: only(word.times), lengths: only(word.lengths) };
  });
  return { words: kept.filter((word) => word.places.length > 0), sums };
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

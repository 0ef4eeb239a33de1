import type { Postings } from "./parse-postings.ts";

/** A word of a question: how often it was asked for, and where it stands. */
export type FoundWord = Postings & { asked: number };
/** What a scope holds in all: its chunks, their words, and those of their windows. */
export type Sums = { chunks: number; length: number; windowLength: number };
/** What weighing windows needs of a chunk that may have none of the words itself. */
export type WindowRow = { place: number; kind: string; windowLength: number };

/** What the words of a question say of a chunk: its own score, its window's, and what each word gave to that. */
export type WordsWeighed = { place: number; bm25: number; windowed: number; words: number[]; shares: number[] };

type Posting = { word: number; tf: number };

// BM25's k1 = 0.9, b = 0.4, as k1 + 1, k1 (1 - b) and k1 b.
const k = 1.9;
const flat = 0.9 * 0.6;
const slope = 0.9 * 0.4;

/**
 * How much a neighbour counts, one and two places away. What is said in a conversation hangs together more closely
 * than the passages of a document. `window_weight` in the database goes by the same numbers.
 */
const weightsOf = (kind: string): readonly [number, number, number] =>
  kind === "turn" ? [1, 0.5, 0.25] : [1, 0.3, 0.1];

/** Exact BM25 of chunks, then of the weighted windows of the best and their neighbours. */
export function createWeighing(words: readonly FoundWord[], sums: Sums) {
  const average = Math.max(sums.length / sums.chunks, 1);
  const windowAverage = Math.max(sums.windowLength / sums.chunks, 1);
  const rarity = words.map(
    ({ asked, places }) => asked * Math.log(1 + (sums.chunks - places.length + 0.5) / (places.length + 0.5)),
  );
  const scores = new Map<number, number>();
  for (const [word, { places, times, lengths }] of words.entries()) {
    const idf = (rarity[word] ?? 0) * k;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      const tf = times[at] ?? 0;
      const share = (idf * tf) / (tf + flat + (slope * (lengths[at] ?? 0)) / average);
      scores.set(place, (scores.get(place) ?? 0) + share);
    }
  }

  /** The best chunks by their own words. */
  const best = (depth: number): number[] => topOf([...scores], depth).map(([place]) => place);

  /** The best windows among these rows. */
  function windows(rows: readonly WindowRow[], depth: number): WordsWeighed[] {
    const postings = postingsOf(words, new Set(rows.flatMap(({ place }) => near(place))));
    const weighed = new Map(
      rows.map(({ place, kind, windowLength }) => {
        const weights = weightsOf(kind);
        const tfs = new Map<number, number>();
        for (const neighbour of near(place)) {
          const weight = weights[Math.abs(neighbour - place)] ?? 0;
          for (const { word, tf } of postings.get(neighbour) ?? []) tfs.set(word, (tfs.get(word) ?? 0) + weight * tf);
        }
        const norm = flat + (slope * windowLength) / windowAverage;
        const shares = [...tfs].map(([word, tf]) => ((rarity[word] ?? 0) * k * tf) / (tf + norm));
        return [place, { words: [...tfs.keys()], shares }];
      }),
    );
    const ranked = [...weighed].map(([place, { shares }]): [number, number] => [place, sumOf(shares)]);
    return topOf(ranked, depth).map(([place, windowed]) => ({
      place,
      bm25: scores.get(place) ?? 0,
      windowed,
      words: weighed.get(place)?.words ?? [],
      shares: weighed.get(place)?.shares ?? [],
    }));
  }

  return { best, windows, has: (place: number): boolean => scores.has(place) };
}

/** A chunk and its neighbours: places of one source follow one another. */
export const near = (place: number): number[] => [place - 2, place - 1, place, place + 1, place + 2];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function postingsOf(words: readonly FoundWord[], wanted: ReadonlySet<number>): Map<number, Posting[]> {
  const postings = new Map<number, Posting[]>();
  for (const [word, { places, times }] of words.entries()) {
    for (const [at, place] of places.entries()) {
      if (!wanted.has(place)) continue;
      const known = postings.get(place);
      const posting = { word, tf: times[at] ?? 0 };
      if (known) known.push(posting);
      else postings.set(place, [posting]);
    }
  }
  return postings;
}

/** The best, in order. Only those that reach the last one's score are sorted: of thousands, two hundred are wanted. */
function topOf(scored: [number, number][], depth: number): [number, number][] {
  const inOrder = Float64Array.from(scored, ([, score]) => score).sort();
  const least = inOrder[inOrder.length - depth] ?? 0;
  return scored
    .filter(([, score]) => score > 0 && score >= least)
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, depth);
}

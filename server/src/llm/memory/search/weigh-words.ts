import { type Postings, placesInSource } from "./parse-postings.ts";

/** A word of a question: its count in the question, and its postings. */
export type FoundWord = Postings & { asked: number };
/** The totals of a scope: its passages, the words in them, and the words in their windows. */
export type Sums = { passages: number; length: number; windowLength: number };
/** A passage whose window is weighed. The passage itself may contain none of the words. */
export type WindowRow = { place: number; isTurn: boolean; windowLength: number };

/** The lexical scores of a passage: its own, its window's, and each word's contribution to the window's score. */
export type WordsWeighed = { place: number; bm25: number; windowed: number; words: number[]; shares: number[] };

// BM25's k1 = 0.9, b = 0.4, as k1 + 1, k1 (1 - b) and k1 b.
const k = 1.9;
const flat = 0.9 * 0.6;
const slope = 0.9 * 0.4;

/**
 * The weights of a passage and of its neighbours one and two positions away. Messages of a conversation are more closely
 * related than the passages of a document. `window_weight` in the database has the same numbers.
 */
const weights = { ofTurns: [1, 0.5, 0.25], ofTexts: [1, 0.3, 0.1] };

/**
 * Computes the exact BM25 of passages, then of the weighted windows around the best passages and their neighbours.
 * Passages are numbered in the order in which they occur, and their data is in arrays of numbers, because allocating
 * thousands of small objects took longer than the arithmetic.
 */
export function createWeighing(words: readonly FoundWord[], sums: Sums) {
  const average = Math.max(sums.length / sums.passages, 1);
  const windowAverage = Math.max(sums.windowLength / sums.passages, 1);
  const rarity = words.map(
    ({ asked, places }) => asked * Math.log(1 + (sums.passages - places.length + 0.5) / (places.length + 0.5)),
  );
  const { places, passageOf, numberOf } = numberPassages(words);
  const scores = new Float64Array(places.length);
  for (let word = 0, posting = 0; word < words.length; word += 1) {
    const { times = [], lengths = [] } = words[word] ?? {};
    const idf = (rarity[word] ?? 0) * k;
    for (let at = 0; at < times.length; at += 1, posting += 1) {
      const tf = times[at] ?? 0;
      const passage = passageOf[posting] ?? 0;
      const share = (idf * tf) / (tf + flat + (slope * (lengths[at] ?? 0)) / average);
      scores[passage] = (scores[passage] ?? 0) + share;
    }
  }
  /** The best passages by their own words. */
  const best = (depth: number): number[] => topOf(scores, places, depth).map((passage) => places[passage] ?? 0);

  /** The words of the question in the window of a passage, and the contribution of each to the window's score. */
  function weighWindow(
    { place, isTurn, windowLength }: WindowRow,
    byPassage: PostingsByPassage,
  ): { words: number[]; shares: number[] } {
    const counts = isTurn ? weights.ofTurns : weights.ofTexts;
    const found: number[] = [];
    const tfs: number[] = [];
    for (let step = -2; step <= 2; step += 1) {
      const passage = numberOf(place + step);
      if (passage === undefined) continue;
      const weight = counts[Math.abs(step)] ?? 0;
      for (let at = byPassage.starts[passage] ?? 0; at < (byPassage.starts[passage + 1] ?? 0); at += 1) {
        const word = byPassage.words[at] ?? 0;
        const known = found.indexOf(word);
        const tf = weight * (byPassage.times[at] ?? 0);
        if (known >= 0) tfs[known] = (tfs[known] ?? 0) + tf;
        else tfs[found.push(word) - 1] = tf;
      }
    }
    const norm = flat + (slope * windowLength) / windowAverage;
    return { words: found, shares: tfs.map((tf, at) => ((rarity[found[at] ?? 0] ?? 0) * k * tf) / (tf + norm)) };
  }

  /** The best windows among these rows. */
  function windows(rows: readonly WindowRow[], depth: number): WordsWeighed[] {
    const needed = new Uint8Array(places.length);
    for (const { place } of rows) for (const one of near(place)) needed[numberOf(one) ?? -1] = 1;
    const byPassage = sortByPassage(words, passageOf, needed);
    const weighed = rows.map((row) => weighWindow(row, byPassage));
    const windowed = Float64Array.from(weighed, ({ shares }) => shares.reduce((sum, one) => sum + one, 0));
    const rowPlaces = rows.map(({ place }) => place);
    return topOf(windowed, rowPlaces, depth).map((row) => {
      const place = rowPlaces[row] ?? 0;
      const own = scores[numberOf(place) ?? -1] ?? 0;
      return { place, bm25: own, windowed: windowed[row] ?? 0, ...(weighed[row] ?? { words: [], shares: [] }) };
    });
  }

  return { best, windows, has: (place: number): boolean => numberOf(place) !== undefined };
}

/** The positions of a passage and its neighbours. Positions within a source are consecutive. */
export const near = (place: number): number[] => [place - 2, place - 1, place, place + 1, place + 2];

type Numbering = { places: number[]; passageOf: Uint32Array; numberOf(place: number): number | undefined };

/**
 * Numbers passages in the order in which they occur. Returns the position of each passage, and the passage of each posting
 * in the order of the words. Uses an array per source, because positions exceed 32 bits, and a map with such large keys
 * takes five times as long.
 */
function numberPassages(words: readonly FoundWord[]): Numbering {
  const bySource = new Map<number, Int32Array>(); // numbers start at 1; 0 means no number
  const places: number[] = [];
  const passageOf = new Uint32Array(words.reduce((sum, word) => sum + word.places.length, 0));
  let source = -1;
  let own: Int32Array = new Int32Array();
  let posting = 0;
  for (const word of words) {
    for (const place of word.places) {
      const its = Math.floor(place / placesInSource);
      if (its !== source) {
        source = its;
        own = bySource.get(source) ?? new Int32Array(leastPlaces);
        bySource.set(source, own);
      }
      const at = place - source * placesInSource;
      if (at >= own.length) {
        const grown = new Int32Array(2 * at);
        grown.set(own);
        own = grown;
        bySource.set(source, own);
      }
      if (own[at] === 0) own[at] = places.push(place);
      passageOf[posting++] = (own[at] ?? 0) - 1;
    }
  }
  function numberOf(place: number): number | undefined {
    const its = Math.floor(place / placesInSource);
    const number = bySource.get(its)?.[place - its * placesInSource] ?? 0;
    return number === 0 ? undefined : number - 1;
  }
  return { places, passageOf, numberOf };
}

const leastPlaces = 256;

type PostingsByPassage = { starts: Uint32Array; words: Uint32Array; times: Uint32Array };

/**
 * The postings of the needed passages, grouped by passage: those of passage n start at `starts[n]`. A frequent word occurs in
 * thousands of passages, of which only about a thousand are needed.
 */
function sortByPassage(words: readonly FoundWord[], passageOf: Uint32Array, needed: Uint8Array): PostingsByPassage {
  const starts = new Uint32Array(needed.length + 1);
  for (let posting = 0; posting < passageOf.length; posting += 1) {
    const passage = passageOf[posting] ?? 0;
    if (needed[passage] === 1) starts[passage + 1] = (starts[passage + 1] ?? 0) + 1;
  }
  for (let passage = 0; passage < needed.length; passage += 1)
    starts[passage + 1] = (starts[passage + 1] ?? 0) + (starts[passage] ?? 0);
  const next = starts.slice();
  const count = starts[needed.length] ?? 0;
  const sorted = { starts, words: new Uint32Array(count), times: new Uint32Array(count) };
  for (let word = 0, posting = 0; word < words.length; word += 1) {
    for (const times of words[word]?.times ?? []) {
      const passage = passageOf[posting++] ?? 0;
      if (needed[passage] !== 1) continue;
      const at = next[passage] ?? 0;
      next[passage] = at + 1;
      sorted.words[at] = word;
      sorted.times[at] = times;
    }
  }
  return sorted;
}

/**
 * The numbers of the best `depth` passages, in order. Sorts only the passages whose scores are high enough: two hundred
 * out of thousands.
 */
function topOf(scores: Float64Array, places: readonly number[], depth: number): number[] {
  const least = lowestOfBest(scores, depth);
  const reached: number[] = [];
  for (let at = 0; at < scores.length; at += 1)
    if ((scores[at] ?? 0) > 0 && (scores[at] ?? 0) >= least) reached.push(at);
  return reached
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (places[a] ?? 0) - (places[b] ?? 0))
    .slice(0, depth);
}

/**
 * The score of rank `depth`; 0 if there are fewer scores. Uses a heap of `depth` scores with the lowest at its root, so
 * that most scores are compared with the root only.
 */
function lowestOfBest(scores: Float64Array, depth: number): number {
  if (scores.length < depth) return 0;
  const heap = scores.slice(0, depth).sort(); // sorted, it is a heap
  for (let at = depth; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score <= (heap[0] ?? 0)) continue;
    let hole = 0;
    for (let child = 1; child < depth; child = 2 * hole + 1) {
      if (child + 1 < depth && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child += 1;
      if ((heap[child] ?? 0) >= score) break;
      heap[hole] = heap[child] ?? 0;
      hole = child;
    }
    heap[hole] = score;
  }
  return heap[0] ?? 0;
}

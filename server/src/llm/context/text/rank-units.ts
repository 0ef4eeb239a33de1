import type { Corpus } from "./corpus.ts";
import type { QuestionWords } from "./question-words.ts";
import { scoreByWords } from "./score-by-words.ts";
import { scoreUnusual } from "./score-unusual.ts";

/** A passage of a text, as memory has cut it. */
export type Span = { start: number; end: number };

/** How much the score of the passage around a unit counts, compared with the unit's own score. */
const weightOfPassage = 0.3;

/**
 * How many units are ranked for each unit that is expected to fit. Spare units are needed because some units are too long
 * for the remaining room or repeat others.
 */
const spare = 4;
const fewest = 50;

/**
 * Ranks a text's units by three criteria: unusual, about the question, in disagreement. Returns one list per criterion, best
 * first, without units that score 0.
 */
export function rankUnits(
  corpus: Corpus,
  index: number,
  input: { asked: QuestionWords; passages: readonly Span[]; share: number },
): Int32Array[] {
  const scanned = corpus.texts[index];
  if (!scanned) return [];
  const byUnit = scoreByWords(scanned, scanned.firstWords, input.asked);
  const passageOf = passagesOfUnits(scanned.units.starts, input.passages);
  const byPassage = scoreByWords(scanned, firstWordsOf(scanned.words.starts, input.passages), input.asked);
  const best = Math.max(1e-9, largestOf(byPassage));
  const top = Math.max(1e-9, largestOf(byUnit));
  for (let unit = 0; unit < byUnit.length; unit += 1) {
    const own = byUnit[unit] ?? 0;
    if (own === 0) continue;
    byUnit[unit] = own / top + (weightOfPassage * (byPassage[passageOf[unit] ?? 0] ?? 0)) / best;
  }
  return [scoreUnusual(corpus, index), byUnit, corpus.disagreements[index] ?? new Float32Array()].map((scores) =>
    bestFirst(scores, fewest + Math.ceil(scores.length * input.share * spare)),
  );
}

/** The number of buckets that scores are divided into. Only the scores in the highest buckets are sorted. */
const classes = 512;

/** The best `most` units, best first. There may be more, because the lowest bucket is included completely. */
function bestFirst(scores: Float32Array, most: number): Int32Array {
  const largest = largestOf(scores);
  if (largest === 0) return new Int32Array();
  const classOf = (score: number): number => Math.floor((score / largest) * (classes - 1));
  const sizes = new Int32Array(classes);
  for (let unit = 0; unit < scores.length; unit += 1) {
    const score = scores[unit] ?? 0;
    if (score > 0) sizes[classOf(score)] = (sizes[classOf(score)] ?? 0) + 1;
  }
  let lowest = classes;
  for (let sum = 0; lowest > 0 && sum < most; ) sum += sizes[--lowest] ?? 0;
  const units: number[] = [];
  for (let unit = 0; unit < scores.length; unit += 1) {
    const score = scores[unit] ?? 0;
    if (score > 0 && classOf(score) >= lowest) units.push(unit);
  }
  return Int32Array.from(units).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
}

const largestOf = (scores: Float32Array): number => scores.reduce((largest, score) => Math.max(largest, score), 0);

function passagesOfUnits(starts: Int32Array, passages: readonly Span[]): Int32Array {
  let passage = 0;
  return starts.map((start) => {
    while (passage + 1 < passages.length && (passages[passage + 1]?.start ?? 0) <= start) passage += 1;
    return passage;
  });
}

function firstWordsOf(starts: Int32Array, passages: readonly Span[]): Int32Array {
  const firsts = new Int32Array(passages.length + 1);
  let word = 0;
  for (const [index, { start }] of passages.entries()) {
    while (word < starts.length && (starts[word] ?? 0) < start) word += 1;
    firsts[index] = word;
  }
  firsts[passages.length] = starts.length;
  return firsts;
}

import type { Count } from "../count-parts.ts";
import { compose, ellipsis, keptSpans } from "./compose.ts";
import type { Corpus } from "./corpus.ts";
import { pickUnits } from "./pick-units.ts";
import type { QuestionWords } from "./question-words.ts";
import { rankUnits, type Span } from "./rank-units.ts";

/** Increase this number with every change that may shorten a text differently: results of another version are not reused. */
export const algorithm = 2;

export type Shortened = { text: string; tokens: number; kept: Span[] };

/**
 * Units are picked at most this many times. Each time, the room in characters is adjusted, because the budget is in
 * tokens, but units are picked by their length in characters.
 */
const attempts = 5;
/** A text that fills this share of the budget needs no further adjustment. */
const aim = 0.97;

/**
 * Shortens a text to at most `budget` tokens, in its own words and order. Keeps units that are unusual, about the question, or
 * in disagreement with other texts.
 */
export function shortenText(
  corpus: Corpus,
  index: number,
  input: { asked: QuestionWords; passages: readonly Span[]; tokens: number; budget: number; count: Count },
): Shortened {
  const { tokens, budget, count } = input;
  const nothing = { text: ellipsis, tokens: count(ellipsis), kept: [] };
  const scanned = corpus.texts[index];
  if (!scanned || scanned.units.count === 0) return nothing;
  const { text, units } = scanned;
  const lists = rankUnits(corpus, index, { ...input, share: budget / Math.max(1, tokens) });
  let perToken = text.length / Math.max(1, tokens);
  let best: Shortened = nothing;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const picked = pickUnits(scanned, lists, Math.floor(budget * 0.98 * perToken));
    if (picked.length === 0) break;
    const kept = keptSpans(text, units, picked);
    const made = toShortened(text, kept, count);
    if (made.tokens <= budget && made.tokens > best.tokens) best = made;
    if (made.tokens <= budget && (made.tokens >= budget * aim || picked.length === units.count)) return made;
    perToken *= Math.min(1.5, Math.max(0.5, (budget * 0.98) / Math.max(1, made.tokens)));
    if (attempt >= 2 && best !== nothing) break;
  }
  return best === nothing ? (beginningOf(text, firstOf(lists), { units, budget, count }) ?? nothing) : best;
}

const firstOf = (lists: readonly Int32Array[]): number => lists.find((list) => list.length > 0)?.[0] ?? 0;

function toShortened(text: string, kept: Span[], count: Count): Shortened {
  const composed = compose(text, kept);
  return { text: composed, tokens: count(composed), kept };
}

/** Used if not even one unit fits: returns as much of the beginning of the best unit as the budget allows. */
function beginningOf(
  text: string,
  unit: number,
  { units, budget, count }: { units: { starts: Int32Array; ends: Int32Array }; budget: number; count: Count },
): Shortened | undefined {
  const start = units.starts[unit] ?? 0;
  for (let length = (units.ends[unit] ?? 0) - start; length >= 8; length = Math.floor(length * 0.6)) {
    const cut = text.slice(start, start + length);
    const made = toShortened(text, [{ start, end: start + cut.replace(/\S*$/, "").trimEnd().length }], count);
    if (made.tokens <= budget && (made.kept[0]?.end ?? 0) > start) return made;
  }
  return undefined;
}

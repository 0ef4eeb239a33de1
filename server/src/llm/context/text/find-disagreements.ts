import type { ScannedText } from "./scan-text.ts";
import { isNumberHash, wordHash } from "./scan-words.ts";
import { mix, slotOf, slotsFor } from "./tables.ts";

/**
 * A unit has six MinHash values: for each of six salts, the smallest salted hash of its words. Each key combines three of
 * these values. Two units that share nine of ten words have a common key in nine of ten cases.
 */
const made = [
  [0, 1, 2],
  [3, 4, 5],
] as const;
const keys = made.length;
/**
 * Words shorter than this (including the space after them) are ignored, because they occur in every sentence. Words of one
 * character are not ignored, because in some scripts every character is a word.
 */
const shortest = 5;
/** Units with fewer words than this can be similar by chance. */
const fewest = 3;

const salts = Uint32Array.from({ length: 6 }, (_, index) => mix(index + 1) | 1);

/**
 * Finds units that say nearly the same as a unit of another text, but with other numbers, dates or negations. Units are
 * similar if they share a key. Keys ignore numbers, dates and negations, and one pass over the keys compares all units. The
 * fewer units agree with a unit, the higher its score: 1 for a lone dissenter, 0.01 for each of a hundred that agree with
 * each other.
 */
export function findDisagreements(texts: readonly ScannedText[]): Float32Array[] {
  const units = texts.reduce((sum, one) => sum + one.units.count, 0);
  const slots = slotsFor(2 * units * keys);
  const book = { keys: new Uint32Array(slots), texts: new Int32Array(slots), details: new Uint32Array(slots) };
  const disputed = new Uint8Array(slots);
  const sayers = new Uint16Array(slots);
  const signed = texts.map(signUnits);
  for (const [text, { signs, details }] of signed.entries()) {
    for (let at = 0; at < signs.length; at += 1) {
      const key = signs[at] ?? 0;
      if (key === 0) continue;
      const slot = slotOf(key, slots);
      const detail = details[Math.floor(at / keys)] ?? 0;
      const saying = slotOf(mix(key ^ detail), slots);
      sayers[saying] = (sayers[saying] ?? 0) + 1;
      if (book.keys[slot] === 0) {
        book.keys[slot] = key;
        book.texts[slot] = text;
        book.details[slot] = detail;
      } else if (book.keys[slot] === key && book.texts[slot] !== text && book.details[slot] !== detail) {
        disputed[slot] = 1;
      }
    }
  }
  return signed.map(({ signs, details }) => {
    const scores = new Float32Array(details.length);
    for (let at = 0; at < signs.length; at += 1) {
      const key = signs[at] ?? 0;
      const slot = slotOf(key, slots);
      if (key === 0 || disputed[slot] !== 1 || book.keys[slot] !== key) continue;
      const unit = Math.floor(at / keys);
      const alike = Math.max(1, sayers[slotOf(mix(key ^ (details[unit] ?? 0)), slots)] ?? 1);
      scores[unit] = Math.max(scores[unit] ?? 0, 1 / alike);
    }
    return scores;
  });
}

/** The keys of each unit, and a hash of its numbers and negations. */
function signUnits({ words, units, firstWords }: ScannedText): { signs: Uint32Array; details: Uint32Array } {
  const signs = new Uint32Array(units.count * keys);
  const details = new Uint32Array(units.count);
  const least = new Uint32Array(salts.length);
  for (let unit = 0; unit < units.count; unit += 1) {
    let detail = 1;
    let plain = 0;
    least.fill(0xffffffff);
    const end = firstWords[unit + 1] ?? 0;
    for (let at = firstWords[unit] ?? 0; at < end; at += 1) {
      const hash = words.hashes[at] ?? 0;
      if (isDetail(hash)) {
        detail = mix(detail ^ hash);
        continue;
      }
      const length = (words.starts[at + 1] ?? Number.MAX_SAFE_INTEGER) - (words.starts[at] ?? 0);
      if (length > 1 && length < shortest) continue;
      plain += 1;
      for (let index = 0; index < least.length; index += 1) {
        const salted = Math.imul(hash, salts[index] ?? 1) >>> 0;
        if (salted < (least[index] ?? 0)) least[index] = salted;
      }
    }
    details[unit] = detail;
    if (plain < fewest) continue;
    for (const [key, [first, second, third]] of made.entries()) {
      const sign = mix(mix(mix(least[first] ?? 0) ^ (least[second] ?? 0)) ^ (least[third] ?? 0));
      signs[unit * keys + key] = sign || 1;
    }
  }
  return { signs, details };
}

/** Words that negate a sentence or give a date or number. Two sentences that differ only in such words disagree. */
const turning = `
  not no never none nor neither without cannot cant wont dont doesnt didnt isnt arent wasnt werent shouldnt mustnt
  nicht kein keine keinen keiner nie ohne pas jamais sans aucun aucune non nunca sin niet geen nooit zonder mai senza
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday
  zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million`;

const details = new Set(turning.trim().split(/\s+/).map(wordHash));
/** A bitmap that rules out most words before the lookup in the set. */
const maybe = new Uint8Array(1 << 16);
for (const hash of details) maybe[hash >>> 16] = 1;

/** Numbers, negations and dates. */
const isDetail = (hash: number): boolean => isNumberHash(hash) || (maybe[hash >>> 16] === 1 && details.has(hash));

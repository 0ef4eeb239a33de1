import { isNumberHash, wordHash } from "./scan-words.ts";

/** Words that negate a sentence or give a date or number: two sentences that differ only in these disagree. */
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
export const isDetail = (hash: number): boolean =>
  isNumberHash(hash) || (maybe[hash >>> 16] === 1 && details.has(hash));

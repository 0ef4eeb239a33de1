import { isNumberHash, wordHash } from "./scan-words.ts";

/** Words that turn a sentence into its opposite, or say when: two sentences alike but for these disagree. */
const turning = `
  not no never none nor neither without cannot cant wont dont doesnt didnt isnt arent wasnt werent shouldnt mustnt
  nicht kein keine keinen keiner nie ohne pas jamais sans aucun aucune non nunca sin niet geen nooit zonder mai senza
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday
  zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million`;

const details = new Set(turning.trim().split(/\s+/).map(wordHash));
/** A look at one bit spares most words the look into the set. */
const maybe = new Uint8Array(1 << 16);
for (const hash of details) maybe[hash >>> 16] = 1;

/** Numbers, negations and dates. */
export const isDetail = (hash: number): boolean =>
  isNumberHash(hash) || (maybe[hash >>> 16] === 1 && details.has(hash));

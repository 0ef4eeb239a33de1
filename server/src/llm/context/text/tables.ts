/**
 * The size of a hash table: a power of two. It is limited, because the table must fit into the processor's cache: lookups
 * take most of the time.
 */
export function slotsFor(entries: number): number {
  let slots = 1 << 10;
  while (slots < entries && slots < 1 << 22) slots <<= 1;
  return slots;
}

/** Hashes of words and shingles are evenly distributed, so two shifts suffice. This runs for every word. */
export const slotOf = (hash: number, slots: number): number => ((hash >>> 1) ^ (hash >>> 17)) & (slots - 1);

export function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Three words in a row as one number. */
export const shingle = (first: number, second: number, third: number): number =>
  (Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b)) >>> 0;

/** Samples half of the shingles, chosen by their middle word: half the work, and enough for the score. */
export const isSampled = (second: number): boolean => (second & 16) === 0;

const shared = -1;
/** Texts are numbered in 16 bits. With more texts than this, two would share a number; no prompt has that many. */
const mostOwners = 32_000;

/**
 * For each word or shingle that only one text contains, remembers that text. Two words may collide in a slot; then both
 * are treated as shared. If the texts share no words, at most half of the words are lost in this way; if the texts are
 * alike, hardly any.
 */
export function createOwners(entries: number) {
  const slots = slotsFor(entries);
  const owners = new Int16Array(slots);
  return {
    note(hash: number, text: number): void {
      const slot = slotOf(hash, slots);
      const me = (text % mostOwners) + 1;
      const known = owners[slot];
      if (known === 0) owners[slot] = me;
      else if (known !== me) owners[slot] = shared;
    },
    isOwn: (hash: number, text: number): boolean => owners[slotOf(hash, slots)] === (text % mostOwners) + 1,
  };
}

/** Counts the occurrences of each word in all texts together. */
export function createTimes(entries: number) {
  const slots = slotsFor(entries);
  const times = new Uint8Array(slots);
  return {
    note(hash: number): void {
      const slot = slotOf(hash, slots);
      const before = times[slot] ?? 0;
      if (before < 255) times[slot] = before + 1;
    },
    of: (hash: number): number => times[slotOf(hash, slots)] ?? 0,
  };
}

/** A power of two, and no table larger than a processor keeps near: most of the time is spent on looking things up. */
export function slotsFor(entries: number): number {
  let slots = 1 << 10;
  while (slots < entries && slots < 1 << 22) slots <<= 1;
  return slots;
}

/** Hashes of words and shingles are even enough by themselves: a shift and a look, because it is done for every word. */
export const slotOf = (hash: number, slots: number): number => ((hash >>> 1) ^ (hash >>> 17)) & (slots - 1);

export function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Three words in a row as one number. */
export const shingle = (first: number, second: number, third: number): number =>
  (Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b)) >>> 0;

/** Of three words in a row only those with every second word in their middle are looked at: half the work, and enough. */
export const isSampled = (second: number): boolean => (second & 16) === 0;

const shared = -1;
/** Texts beyond this many share their numbers; no prompt has as many. */
const mostOwners = 32_000;

/**
 * The only text that has a word, or a shingle. Two of them may meet in one slot: then a text's own is taken for a shared
 * one. That takes no more than half of them when every text differs everywhere, and hardly any when texts are alike.
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

/** Counts occurrences in one table for all texts, to find what only one text has. */
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

/** As many slots as make collisions rare for this many entries: a power of two. */
export function slotsFor(entries: number): number {
  let slots = 1 << 10;
  while (slots < entries * 4 && slots < 1 << 23) slots <<= 1;
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

const shared = -1;
/** Texts beyond this many share their numbers; nobody sends as many. */
const mostOwners = 32_000;

/**
 * Which text alone has a word, or a shingle. Two of them may meet in one slot: then a text's own is taken for a shared
 * one, once in a dozen, which a statement of several words survives.
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

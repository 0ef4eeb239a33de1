type Bag = Map<string, number>;

/** The longer words, cut to their beginnings: a simple stem for every language. */
function bagOf(text: string): Bag {
  const bag: Bag = new Map();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]{4,}/gu)) {
    const stem = word.slice(0, 6);
    bag.set(stem, (bag.get(stem) ?? 0) + 1);
  }
  return bag;
}

/** The similarity of two texts by their words, 0 to 1: a cosine. */
export function cohesion(one: string, other: string): number {
  const a = bagOf(one);
  const b = bagOf(other);
  let shared = 0;
  for (const [word, count] of a) shared += count * (b.get(word) ?? 0);
  return shared === 0 ? 0 : shared / (lengthOf(a) * lengthOf(b));
}

const lengthOf = (bag: Bag): number => Math.sqrt([...bag.values()].reduce((sum, count) => sum + count * count, 0));

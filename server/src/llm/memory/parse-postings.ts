/** Where a word stands: passages, how often in each, their lengths. */
export type Postings = { places: number[]; times: number[]; lengths: number[] };

/** A source has room for a million passages; their places in all of memory follow from its number. */
const placesInSource = 2 ** 20;

const [space, semicolon, zero] = [32, 59, 48];

/**
 * Reads what `memory_words` says of a word: sources parted by semicolons, each its number and then place, times and length of
 * every passage. Digit by digit: a question has some sixteen thousand such numbers, and to split them into strings takes longer than all that follows.
 */
export function parsePostings(text: string): Postings {
  const found: Postings = { places: [], times: [], lengths: [] };
  let base = 0;
  let number = 0;
  let nth = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : semicolon;
    if (code !== space && code !== semicolon) {
      number = number * 10 + code - zero;
      continue;
    }
    if (nth === 0) base = number * placesInSource;
    else if (nth % 3 === 1) found.places.push(base + number);
    else if (nth % 3 === 2) found.times.push(number);
    else found.lengths.push(number);
    nth = code === semicolon ? 0 : nth + 1;
    number = 0;
  }
  return found;
}

/** The postings of a word: the passages that contain it, its count in each, and their lengths. */
export type Postings = { places: number[]; times: number[]; lengths: number[] };

/**
 * The maximum number of passages of a source. A passage's global position is the source's id times this maximum, plus the
 * passage's position in the source.
 */
export const placesInSource = 2 ** 20;

const [space, semicolon, zero] = [32, 59, 48];

/**
 * Parses the result of `memory_words` for a word: sources separated by semicolons, each with its id and then the
 * position, count and length of each passage. It reads digit by digit, because a question has about sixteen thousand such
 * numbers, and splitting the text into strings would take longer than the rest of the search.
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

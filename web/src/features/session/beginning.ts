/** More than a card shows of a dense text: some 25 lines where 18 have room. */
const enough = 3000;

/**
 * The first lines of a document, as many as a card can show. Parsing and laying out the rest, which the card hides, delayed
 * the first render of a session.
 */
export function beginning(markdown: string): string {
  if (markdown.length <= enough) return markdown;
  const end = markdown.indexOf("\n", enough);
  // A text without line breaks is cut anywhere but inside a character.
  return end >= 0 && end <= 2 * enough ? markdown.slice(0, end) : markdown.slice(0, 2 * enough).toWellFormed();
}

/**
 * Finds the place at which to continue a text, given the pieces that were already written. Normally the joined pieces
 * are exactly the beginning of the text. If middle pieces were shortened in the prompt, the place is found by the end
 * of the last piece, which is always complete; if white space was changed, white space is ignored. If the text itself
 * has changed, because its input documents have been shortened since, the place is at about the same distance below the same
 * heading. If nothing matches, the place is the start of the text.
 */
export function findContinuation(whole: string, said: readonly string[]): number {
  const all = said.join("");
  if (whole.startsWith(all)) return all.length;
  const exact = placeAfter(whole, said);
  if (exact !== undefined) return exact;
  const bare = placeAfter(without(whole), said.map(without));
  return bare === undefined ? placeByHeading(whole, all) : positionAfter(whole, bare);
}

/**
 * Finds the place below the last written heading that is still in the text. The place is the end of a line, so that the
 * text continues on a new line.
 */
function placeByHeading(whole: string, said: string): number {
  for (const { 0: heading, index } of [...said.matchAll(/^#+ .+$/gm)].reverse()) {
    const start = `\n${whole}`.indexOf(`\n${heading}\n`);
    if (start < 0) continue;
    const body = whole.slice(start + heading.length).split(/\n(?=#+ )/, 1)[0] ?? "";
    const line = body.indexOf("\n", said.length - index - heading.length);
    return start + heading.length + (line < 0 ? body.length : line);
  }
  return 0;
}

/**
 * Searches the whole text for the joined pieces, then for all pieces except the first, and so on, and finally for the last
 * words alone. Returns the end of the match. If there are several matches, the first possible one is used: shortened pieces
 * are not longer than the originals, so the place cannot be before the sum of their lengths.
 */
function placeAfter(whole: string, said: readonly string[]): number | undefined {
  const least = said.reduce((sum, piece) => sum + piece.length, 0);
  for (let from = 0; from <= said.length; from += 1) {
    const tail = from < said.length ? said.slice(from).join("") : (said.at(-1) ?? "").slice(-tailLength);
    if (tail.trim() === "") return undefined;
    const found = whole.indexOf(tail, Math.max(0, least - tail.length));
    const end = found < 0 ? whole.lastIndexOf(tail) : found;
    if (end >= 0) return end + tail.length;
  }
  return undefined;
}

const tailLength = 120;

const without = (text: string): string => text.replaceAll(/\s+/g, "");

/** The position in a text after this many characters other than white space. */
function positionAfter(text: string, signs: number): number {
  let seen = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (seen === signs) return i;
    if (!/\s/.test(text.charAt(i))) seen += 1;
  }
  return text.length;
}

/**
 * The place to continue in a text of which these pieces were written, in order. Normally they are, joined, a beginning of
 * it, letter by letter. Where pieces in the middle were shortened on the way, the place is found by the end of what was
 * said last, which is always whole; and where white space was changed, without white space. Where the whole is another
 * text by now, because documents it is about were shortened since, at about the same place below the same heading. If
 * nothing fits, at the start.
 */
export function findContinuation(whole: string, said: readonly string[]): number {
  const all = said.join("");
  if (whole.startsWith(all)) return all.length;
  const exact = placeAfter(whole, said);
  if (exact !== undefined) return exact;
  const bare = placeAfter(without(whole), said.map(without));
  return bare === undefined ? placeByHeading(whole, all) : positionAfter(whole, bare);
}

/** At the end of a line, so that the text that follows starts on a new line, and never beyond the section. */
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
 * The end of the last pieces in the whole, looked for by as many of them as stand together: all, all but the first, and
 * so on, then by the last words alone. A passage that stands there twice is taken where it can be: shortened pieces are
 * never longer than they were, so the place is not before the sum of their lengths.
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

/** The place in a text behind its n-th sign that is not white space. */
function positionAfter(text: string, signs: number): number {
  let seen = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (seen === signs) return i;
    if (!/\s/.test(text.charAt(i))) seen += 1;
  }
  return text.length;
}

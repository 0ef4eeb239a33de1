/** More than any card shows, and little enough to be drawn anew four times a second. */
const shownAtMost = 3_000;

/** The end of a text, begun at a paragraph or a line so that Markdown is not read from the middle of something. */
export function lastLines(text: string): string {
  if (text.length <= shownAtMost) return text;
  const end = text.slice(-shownAtMost);
  for (const boundary of [/\n\s*\n/, /\n/]) {
    const found = boundary.exec(end);
    // A boundary near the end would leave next to nothing to read.
    if (found && found.index < shownAtMost / 2) return end.slice(found.index + found[0].length);
  }
  return end;
}

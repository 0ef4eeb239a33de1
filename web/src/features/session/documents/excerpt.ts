/** More characters than a card can show. A line has up to 100 characters; a tall card has 18 lines, a short one 9. */
const firstAtMost = { tall: 2_000, short: 1_000 };

/**
 * The first lines of a document, at least as many as a card shows. The rest is left out, because parsing it and laying it
 * out delayed the first render of a session.
 */
export function firstLines(markdown: string, card: keyof typeof firstAtMost): string {
  const most = firstAtMost[card];
  if (markdown.length <= most) return markdown;
  const end = markdown.indexOf("\n", most);
  // A text without line breaks is cut anywhere, except within a character.
  return end >= 0 && end <= 2 * most ? markdown.slice(0, end) : markdown.slice(0, 2 * most).toWellFormed();
}

/** More characters than a card shows, but few enough to be rendered four times a second. */
const lastAtMost = 3_000;

/** The end of a text, beginning with a whole paragraph or line, so that its Markdown is parsed correctly. */
export function lastLines(text: string): string {
  if (text.length <= lastAtMost) return text;
  const end = text.slice(-lastAtMost);
  for (const boundary of [/\n\s*\n/, /\n/]) {
    const found = boundary.exec(end);
    // A paragraph or line that begins near the end is not used, because too little text would remain.
    if (found && found.index < lastAtMost / 2) return end.slice(found.index + found[0].length);
  }
  return end;
}

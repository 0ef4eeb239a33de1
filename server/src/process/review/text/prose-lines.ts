/** Longer lines are cut. No real line is longer, and scanning an extremely long line may be slow. */
const longestLine = 4_000;
/**
 * Only this many lines are scanned. Two million characters of prose have about as many; a hostile text of that length can
 * have a hundred times as many.
 */
const mostLines = 20_000;

/** The lines of a Markdown text without its fenced code, each cut to a realistic length. */
export function proseLines(markdown: string): string[] {
  const prose: string[] = [];
  let fence: string | null = null;
  for (const whole of markdown.split(/\r\n|[\n\r]/, mostLines)) {
    const line = whole.length > longestLine ? whole.slice(0, longestLine) : whole;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark) fence = mark;
    else prose.push(line);
  }
  return prose;
}

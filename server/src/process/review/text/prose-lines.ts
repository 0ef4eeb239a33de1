/** Longer lines are cut: nobody reads them, and what looks into a line may be slow on one without end. */
const longestLine = 4_000;
/** As many as two million characters of prose have. What a text says is looked for in these; a text can have a hundred times as many. */
const mostLines = 20_000;

/** The lines of a Markdown text outside its fenced code, each cut to a length that a person would write. */
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

/** A longer line is not a table row or list item: a model that was cut off in such a line continues after the last word. */
const longestTail = 2_000;

/**
 * Shortens a cut-off answer to its last whole line, because a model that continues repeats the broken line from its beginning.
 * If that would remove more than half of the text, shortens it to the last whole word.
 */
export function cutBack(text: string): string {
  const line = text.lastIndexOf("\n") + 1;
  const tail = text.length - line;
  if (tail <= longestTail && tail * 2 <= text.length) return text.slice(0, line);
  const word = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\t"), text.lastIndexOf("\n")) + 1;
  return word * 2 <= text.length ? text : text.slice(0, word);
}

/** A longer line is not a row or an item: a model that was cut off in it continues after its last word. */
const longestTail = 2_000;

/**
 * The text of an answer that was cut off, up to its last whole line: a model that continues repeats the line from its beginning,
 * so that it occurs once. If that would remove half of the text or more, up to the last whole word.
 */
export function cutBack(text: string): string {
  const line = text.lastIndexOf("\n") + 1;
  const tail = text.length - line;
  if (tail <= longestTail && tail * 2 <= text.length) return text.slice(0, line);
  const word = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\t"), text.lastIndexOf("\n")) + 1;
  return word * 2 <= text.length ? text : text.slice(0, word);
}

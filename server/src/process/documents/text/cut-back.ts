/** A line this long is no row or item: whoever was cut off in it goes on behind its last word. */
const longestTail = 2_000;

/**
 * The text of an answer that was cut off, up to its last whole line: a model that goes on begins the line again, and what it
 * was cut in stands there once. Where that would cost half of the text or more, up to the last whole word.
 */
export function cutBack(text: string): string {
  const line = text.lastIndexOf("\n") + 1;
  const tail = text.length - line;
  if (tail <= longestTail && tail * 2 <= text.length) return text.slice(0, line);
  const word = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\t"), text.lastIndexOf("\n")) + 1;
  return word * 2 <= text.length ? text : text.slice(0, word);
}

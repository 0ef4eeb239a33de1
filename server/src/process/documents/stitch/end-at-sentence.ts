/** The end of a sentence. A period after a digit at the very end may be part of a number. */
const endOfSentence = /[.!?…]["'”’)\]*_]*(?=\s)|(?<!\d)[.!?…]["'”’)\]*_]*$|[。！？]/gu;
const headingsAtEnd = /(?:(?:^|\n)#{1,6} [^\n]*\s*)+$/;

/**
 * Shortens a cut-off text to its last whole sentence, row or section: a text that replaces other documents must not end with
 * half a number. If most of the text would be lost, it stays as it is.
 */
export function endAtSentence(text: string): string {
  const start = text.lastIndexOf("\n") + 1;
  const line = text.slice(start);
  const last = line.startsWith("|") ? undefined : [...line.matchAll(endOfSentence)].at(-1);
  const kept = text.slice(0, start + (last ? last.index + last[0].length : 0)).replace(headingsAtEnd, "");
  return kept.length < text.length / 2 ? text : kept;
}

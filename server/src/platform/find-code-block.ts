/**
 * The content of the first code block of an answer, with or without the language `json`. Its two ends are searched for
 * one after the other, because one pattern for both takes cubic time for a block that is never closed.
 */
export function findCodeBlock(text: string): string | undefined {
  const opening = /```(?:json)?[^\S\n]*\n/i.exec(text);
  if (!opening) return undefined;
  const below = text.slice(opening.index + opening[0].length);
  const end = below.search(/\n[^\S\n]*```/);
  return end < 0 ? undefined : below.slice(0, end);
}

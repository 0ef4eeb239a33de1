/**
 * Numbers texts: a known text keeps its number, any other gets the next one. Texts with the same key count as the same text.
 */
export function numberTexts(
  texts: readonly string[],
  before: readonly { number: number; text: string }[],
  last: number,
  keyOf: (text: string) => string = (text) => text,
): { number: number; text: string; isNew: boolean }[] {
  const known = new Map(before.toReversed().map(({ number, text }) => [keyOf(text), number]));
  let next = last;
  return texts.map((text) => {
    const number = known.get(keyOf(text));
    if (number !== undefined) return { number, text, isNew: false };
    next += 1;
    known.set(keyOf(text), next);
    return { number: next, text, isNew: true };
  });
}

/** Questions that differ only in case, punctuation or white space have the same key. */
export const questionKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Texts with their numbers: those that were there before keep theirs, the others count on from the last. */
export function numberTexts(
  texts: readonly string[],
  before: readonly { number: number; text: string }[],
  last: number,
): { number: number; text: string; isNew: boolean }[] {
  const known = new Map(before.map(({ number, text }) => [text, number]));
  let next = last;
  return texts.map((text) => {
    const number = known.get(text);
    if (number !== undefined) return { number, text, isNew: false };
    next += 1;
    return { number: next, text, isNew: true };
  });
}

/** A word of a text with its place, in the form in which words are compared. */
export type Word = { start: number; end: number; word: string };

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’\u02bc][\p{L}\p{M}]+)*/gu;

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(wordPattern)].map(({ 0: raw, index }) => ({
    start: index,
    end: index + raw.length,
    word: comparable(raw),
  }));
}

export function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("’", "'").replaceAll("\u02bc", "'");
}

const negations = new Set(
  "not no never none without neither nor cannot can't don't doesn't didn't won't isn't aren't wasn't shouldn't mustn't nicht kein keine keinen nie ohne pas sans aucun non ne sin nunca לא אין בלי ללא".split(
    " ",
  ),
);
const affirmations = new Set(
  "yes yeah yep yup sure ok okay correct right definitely absolutely indeed true please must need needs want wants required allowed agreed confirmed ja oui sí si כן".split(
    " ",
  ),
);

export function isNegation(word: string): boolean {
  return negations.has(word) || word.endsWith("n't");
}

export function isAffirmation(word: string): boolean {
  return affirmations.has(word);
}

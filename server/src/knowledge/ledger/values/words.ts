/** A word in a text, with its position, in the form in which words are compared. */
export type Word = { start: number; end: number; word: string };

// A number with its separators is one word: "80" is not a word of "80,000", nor "15" of "17:15".
const wordPattern =
  /&|(?:\p{N}+(?:[.,:/'’\u00a0\u202f]\p{N}+)+)?[\p{L}\p{M}\p{N}]*(?:(?<=[\p{L}\p{M}\p{N}])['’\u02bc][\p{L}\p{M}]+)*/gu;

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(wordPattern)].flatMap(({ 0: raw, index }) =>
    raw === "" ? [] : [{ start: index, end: index + raw.length, word: raw === "&" ? "and" : comparable(raw) }],
  );
}

export function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll("’", "'").replaceAll("\u02bc", "'");
}

const negations = new Set(
  "not no nope nah never none false without neither nor cannot can't don't doesn't didn't won't isn't aren't wasn't shouldn't mustn't nicht kein keine keinen nie ohne pas sans aucun non ne sin nunca nowhere hardly barely forbidden prohibited banned verboten untersagt interdit prohibido לא ולא שלא אין ואין בלי ללא אסור".split(
    " ",
  ),
);
const affirmations = new Set(
  "yes yeah yep yup sure certainly course ok okay correct right definitely absolutely indeed true please must need needs want wants required allowed agreed confirmed ja oui sí si כן".split(
    " ",
  ),
);

export function isNegation(word: string): boolean {
  return negations.has(word) || word.endsWith("n't");
}

export function isAffirmation(word: string): boolean {
  return affirmations.has(word);
}

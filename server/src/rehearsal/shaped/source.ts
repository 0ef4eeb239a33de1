import { readSentences } from "../brief/sentences.ts";

/** The material for an answer that must follow a schema: the sentences of the prompt, and the numbers in them. */
export type Source = {
  text: string;
  /** The unused sentence that shares the most words with `about`. Once all sentences have been used, they are used again. */
  quote(about: string): string;
  /** All numbers; those in sentences that share words with `about` come first. */
  numbers(about: string): number[];
};

export function createSource(text: string): Source {
  const sentences = quotable(text).map((sentence) => ({ sentence, words: wordsOf(sentence) }));
  const drawn = new Set<string>();
  const byRelevance = (about: string) => {
    const asked = wordsOf(about);
    return sentences.toSorted((a, b) => shared(b.words, asked) - shared(a.words, asked));
  };
  return {
    text,
    quote(about) {
      if (drawn.size >= sentences.length) drawn.clear();
      const sentence = byRelevance(about).find((one) => !drawn.has(one.sentence))?.sentence ?? "Nothing was said.";
      drawn.add(sentence);
      return sentence;
    },
    numbers: (about) => byRelevance(about).flatMap(({ sentence }) => numbersIn(sentence)),
  };
}

/** Only exact quotations are used, so a sentence that spans two lines is left out, unless there is no other. */
function quotable(text: string): string[] {
  const fence = /^<<<.*>>>$/;
  const all = readSentences(text).flatMap((one) => (fence.test(one.text) ? [] : [one.text]));
  const exact = all.filter((sentence) => text.includes(sentence));
  return [...new Set(exact.length > 0 ? exact : all)];
}

function numbersIn(sentence: string): number[] {
  const found = sentence.matchAll(/(?<![\d.,\p{L}])\d{1,3}(?:,\d{3})+|(?<![\d.,\p{L}])-?\d+(?:\.\d+)?/gu);
  return [...found].map(([digits]) => Number(digits.replaceAll(",", "")));
}

/** The significant words of a sentence or of a name (`dueDate`, `due_date`), in lower case and without a plural s. */
export function wordsOf(text: string): Set<string> {
  const apart = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  const words = [...apart.matchAll(/\p{L}{3,}/gu)].map(([word]) => word);
  return new Set(words.filter((word) => !little.test(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, "")));
}

const little =
  /^(?:all|and|any|are|but|can|for|from|has|have|how|into|its|not|our|out|that|the|them|then|there|they|this|was|what|when|where|which|who|will|with|you|your)$/;

export const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;

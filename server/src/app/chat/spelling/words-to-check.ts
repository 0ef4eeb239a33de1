/** Questions are short; the beginning of a pasted text is enough to tell its language. */
const mostChars = 20_000;
const leastLetters = 4;

/** Code and mentions, which are not prose. */
const notProse = /```[\s\S]*?```|`[^`\n]*`|@item\([^)\n]{0,300}\)/g;
/** Addresses, paths and identifiers. */
const isNoWord = /[/\\@_\d]|\w\.\w/;

/**
 * The words of a text that a dictionary can check: lower-case words, and capitalized words that start a sentence.
 * Names, acronyms, identifiers, addresses and words of other scripts are left out.
 */
export function wordsToCheck(text: string): string[] {
  const prose = text
    .slice(0, mostChars)
    .normalize("NFC")
    .replaceAll("’", "'")
    .replace(notProse, " ")
    .replace(/\S+/g, (word) => (isNoWord.test(word) ? " " : word));
  const found = new Set<string>();
  for (const match of prose.matchAll(/(?<![\p{L}\p{M}\p{N}'-])[\p{L}\p{M}']+(?![\p{L}\p{M}\p{N}-])/gu)) {
    const word = match[0].replace(/^'+|'+$|'s$/g, "");
    if (word.length < leastLetters || !/^[A-Za-z']+$/.test(word)) continue;
    const isFirst = /(?:^|[.!?:\n]["'(]?\s*)$/.test(prose.slice(Math.max(0, match.index - 10), match.index));
    if (/[A-Z]/.test(word.slice(1)) || (/^[A-Z]/.test(word) && !isFirst)) continue;
    found.add(word.toLowerCase());
  }
  return [...found];
}

/** True if the text is mainly in Latin script. A few Latin words in a text of another script are usually names. */
export function isLatin(text: string): boolean {
  const start = text.slice(0, mostChars);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin / letters > 0.8;
}

const functionWords =
  /\b(?:the|and|what|are|for|with|about|when|where|how|does|should|this|that|you|our|can|from|it|not|have|will|there|which|who|why)\b/gi;

/**
 * The share of unknown words up to which a text counts as English. A short English question may have several mistakes,
 * but contains words such as "the" and "what"; a text in another language has few of them.
 */
export const mostUnknownShare = (text: string): number =>
  (text.slice(0, mostChars).match(functionWords)?.length ?? 0) >= 2 ? 0.67 : 0.34;

/** The longest title in UTF-16 units. */
const longest = 80;

/** The name of a project whose author gave none: the first sentence of the brief, shortened if it is long. */
export function titleOfBrief(brief: string): string {
  const line =
    brief
      .split("\n")
      .map((text) => text.replace(/^[#>*\s-]+/, "").trim())
      .find((text) => text !== "") ?? "";
  const sentence = line.split(sentenceEnd)[0] ?? line;
  const short = sentence.length > longest ? `${shorten(sentence)}…` : sentence;
  return short.replace(/[.:;,]$/, "") || "Project";
}

const abbreviations =
  "e\\.g|i\\.e|etc|approx|st|mrs?|ms|dr|prof|vs|no|nos|ca|circa|in[ck]l|ex[ck]l|max|min|inc|ltd|dept|z\\.\\s?b|d\\.\\s?h|u\\.\\s?a|bzw|ggf|evtl|nr|str|sig|ing|sra?|mme|mlle|env|\\p{Lu}";

/**
 * A full stop after an ordinal, an abbreviation or an initial does not end a sentence: “bis zum 1. Juli”, “Dr. Osei”.
 */
const sentenceEnd = new RegExp(
  `(?<=[!?]|(?<!(?<!\\d)\\d{1,2}|(?<!\\p{L})(?:${abbreviations}))\\.)\\s|(?<=[。！？।])`,
  "iu",
);

/**
 * Cuts a title at the end of a clause, else between two longer words, else between any two words. Keeps at least half of the
 * maximum length, and never cuts inside brackets or inside a character.
 */
function shorten(text: string): string {
  const ends = [...text.slice(0, longest + 1).matchAll(/\s+|(?<=[，；、])/gu)]
    .map(({ index }) => index)
    .filter((end) => end >= longest / 2 && !/[(（][^)）]*$/u.test(text.slice(0, end)));
  const endsClause = (end: number) => /[,;:，；、]$/u.test(text.slice(0, end)) || /^\s+[–—(-]/u.test(text.slice(end));
  const isBetweenWords = (end: number) =>
    /[\p{Ll}\p{Lo}]{4}$/u.test(text.slice(0, end)) && /^\s+[\p{Ll}\p{Lo}]{4}/u.test(text.slice(end));
  const end = ends.findLast(endsClause) ?? ends.findLast(isBetweenWords) ?? ends.at(-1) ?? longest;
  return text.slice(0, end).replace(/[\ud800-\udbff]$|[\s,;:，；、–—-]+$/u, "");
}

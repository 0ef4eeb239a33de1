/**
 * Markdown as plain words: without emphasis in Markdown or HTML, code marks, line breaks and a model's own citation marks.
 */
export const bare = (text: string): string =>
  withoutCitations(text)
    .replace(/<br[ \t]{0,3}\/?>/gi, " ")
    .replace(/<\/?(?:b|i|u|em|strong|code|span|small|mark)(?:[ \t][^<>]{0,100})?>/gi, "")
    .replace(/[*`]{1,3}|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, "")
    .replace(/[ \t\u00a0\u202f]+/g, " ")
    .trim();

/** Marks with which chat products refer to their own search results. They are useless outside those products. */
const citations =
  /【[^【】\n]{0,60}†[^【】\n]{0,60}】|:contentReference\[[^\]\n]{0,60}\]\{[^}\n]{0,60}\}|\ue200[^\ue200\ue201\n]{0,200}\ue201/gu;

export const withoutCitations = (text: string): string =>
  /[【\ue200]|:contentReference/.test(text) ? text.replace(citations, "") : text;

/** Replaces typographic (`R‑1`) and escaped (`R\\-1`) hyphens in ids with plain hyphens. */
export const plainHyphens = (text: string): string =>
  /[\u2010\u2011\u2212\\]/.test(text)
    ? text
        .replace(/(?<![\p{L}\p{N}])([A-Z]{1,4}) ?(?:[\u2010\u2011\u2212]|\\-)(?=\d)/gu, "$1-")
        .replace(/(?<=\d)[\u2010\u2011](?=[A-Z]{0,4}-?\d)/gu, "-")
    : text;

/** Puts a text on one line and shortens it to `most` characters. */
export function shorten(text: string, most: number): string {
  const isLong = text.length > 8 * most;
  const start = isLong ? collapse(text.slice(0, 8 * most)) : "";
  const line = start.length > most ? start : collapse(text);
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Joins the lines of a text into one line. */
export const oneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

/** A key for comparing spellings: ignores case, punctuation, white space and width. */
export const squash = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

/** Keeps the first of several items with the same key, in order. */
export function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string | number): T[] {
  const seen = new Set<string | number>();
  return all.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}

const mostInRange = 200;
/** A character that, next to an id, makes it part of another word. A Chinese character does not: `与C1相同`. */
const latin = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]";

/**
 * The numbers of ids such as `C4`, `[C4]`, `C-4`, `Claim 4`; a range (`C1–C4`, `C1 to C4`) is expanded. `letters` is a
 * pattern for the words or letters that may precede a number. `isList`: later ids may have no letters, as in `R-1, 2 and 7`.
 */
export function numbersIn(text: string, letters: string, { isList = false }: { isList?: boolean } = {}): number[] {
  const id = `(?<!${latin})(?:${letters})[ \\u00a0.#№–—-]{0,2}(\\d{1,6})(?!${latin})`;
  const named = `[\\[(*_]{0,4}(?:${letters})[ .–—-]?(\\d{1,6})(?!${latin})`;
  // `M1 – 2 weeks` is not a range.
  const alone = `[\\[(*_]{0,4}(\\d{1,6})(?!${latin}|[ \\t]+(?!and|und|et|y|or)\\p{L})`;
  const until = `(?:[\\])*_]{0,4}[ \\t]{0,3}(?:–|—|-|~|～|\\.{2,3}|…|to|through|bis|until|à|至|到)[ \\t]{0,3}(?:${named}|${alone}))?`;
  const numbers = [...text.matchAll(new RegExp(id + until, "giu"))].flatMap(
    ({ 0: whole, 1: from, 2: to, 3: other, index }) => [
      ...rangeOf(Number(from), Number(to ?? other ?? from)),
      ...(isList ? numbersBehind(text, index + whole.length) : []),
    ],
  );
  return [...new Set(numbers)];
}

function rangeOf(first: number, last: number): number[] {
  const count = last >= first && last - first < mostInRange ? last - first + 1 : 1;
  return Array.from({ length: count }, (_, index) => first + index);
}

const and = "(?:and|und|et|y|e|en|och|og|и|و)(?!\\p{L})";
/**
 * A further number in a list of ids. A unit or another word after a number shows that it is an amount, not an id: `R-1, 2
 * weeks`.
 */
const nextNumber = new RegExp(
  `[\\])*_]{0,4}[ \\t]{0,3}(?:(?:[,;/&+、，；和与]|${and})[ \\t]{0,3}){1,2}(\\d{1,3})(?:[ \\t]{0,2}[–-][ \\t]{0,2}(\\d{1,3}))?(?=[\\])*_]{0,4}[ \\t]{0,3}(?:$|[,;/&+、，；和与()\\n]|\\.(?!\\d)|${and}))`,
  "iuy",
);

/** The numbers without letters that continue a list of ids. */
function numbersBehind(text: string, from: number): number[] {
  const numbers: number[] = [];
  nextNumber.lastIndex = from;
  for (let match = nextNumber.exec(text); match !== null; match = nextNumber.exec(text))
    numbers.push(...rangeOf(Number(match[1]), Number(match[2] ?? match[1])));
  return numbers;
}

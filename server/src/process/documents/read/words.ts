/** Markdown as plain words: without emphasis (in HTML, too), code marks, line breaks and a model's own citation marks. */
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

/** A key that ignores case, punctuation, white space and width, to compare spellings. */
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
/** A character that makes an id part of another word. Scripts without spaces between words surround ids: `与C1相同`. */
const latin = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]";

/**
 * The numbers of ids such as `C4`, `[C4]`, `C-4`, `Claim 4`; a range (`C1–C4`, `C1 to C4`) is expanded. `letters` are the words or
 * letters that may precede a number, as a pattern.
 */
export function numbersIn(text: string, letters: string): number[] {
  const id = `(?<!${latin})(?:${letters})[ \\u00a0.#№–—-]{0,2}(\\d{1,6})(?!${latin})`;
  const named = `[\\[(*_]{0,4}(?:${letters})[ .–—-]?(\\d{1,6})(?!${latin})`;
  // `M1 – 2 weeks` is no range.
  const alone = `[\\[(*_]{0,4}(\\d{1,6})(?!${latin}|[ \\t]+(?!and|und|et|y|or)\\p{L})`;
  const until = `(?:[\\])*_]{0,4}[ \\t]{0,3}(?:–|—|-|~|～|\\.{2,3}|…|to|through|bis|until|à|至|到)[ \\t]{0,3}(?:${named}|${alone}))?`;
  const numbers = [...text.matchAll(new RegExp(id + until, "giu"))].flatMap(([, from, to, other]) => {
    const [first, last] = [Number(from), Number(to ?? other ?? from)];
    const count = last >= first && last - first < mostInRange ? last - first + 1 : 1;
    return Array.from({ length: count }, (_, index) => first + index);
  });
  return [...new Set(numbers)];
}

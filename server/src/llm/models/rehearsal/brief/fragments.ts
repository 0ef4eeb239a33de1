/**
 * Quotations. What stands between quotation marks in a document must stand in the brief letter by letter, must not
 * carry Markdown of its own into the document, and must be short enough to be read in passing.
 */

/** Where a clause ends; signs that mean something in Markdown end one too, so that none is ever quoted. */
const clauseEnd =
  /[,;:!?](?=\s|$)|(?<!\d)\.(?=\s|$)|(?<=\d)\.(?=\s(?!\p{Lu}\p{Ll}+ \d{4})|$)|\s[-–—]\s|—|[()[\]{}|`*#<>"“”„\\~]|(?<=\s|^)_|_(?=\s|$)|[，。；：！？、（）]/u;

const longest = 16;
const longestUnspaced = 28;

const joining =
  /^(?:for|with|on|in|at|by|and|or|but|that|which|when|where|who|while|because|so|without|from|to|of|over|than|until|as|into|if)$/i;
const opening = /^(?:where|who|which|that|when|while|with|for|and|but)$/i;
const leading = /^(?:and|but|or|so|which|that|then) (?=\S+ \S)/i;
const trailing =
  /\s+(?:an?|the|of|to|for|in|on|at|by|with|and|or|but|that|which|when|where|who|is|are|be|from|as|into|our|its|their|it|we|will|so|than|this|every|about|while|would|should|not|never more|no more|more)$/i;

/** The clauses of a sentence that can be quoted, in their order. */
export function fragmentsOf(sentence: string): string[] {
  return clausesOf(sentence).map((clause) => shorten(clause, longest));
}

/** The piece of a sentence to quote for a word in it: the whole clause if it is short, else the part around the word. */
export function fragmentAround(sentence: string, word: RegExp, most = longest): string {
  const clauses = clausesOf(sentence);
  const around = clauses.filter((clause) => word.test(clause));
  const clause =
    around.find((one) => one.split(" ").length > 2) ??
    around.find((one) => /\d/.test(one)) ??
    around[0] ??
    clauses[0] ??
    "";
  const beginning = shorten(clause, most);
  if (word.test(beginning)) return beginning;
  const at = clause.search(word);
  const before = clause.slice(0, Math.max(0, at)).split(" ");
  const start = before.findLastIndex((one) => opening.test(one));
  const rest = clause
    .split(" ")
    .slice(start < 0 ? before.length - 1 : start)
    .join(" ");
  return shorten(rest.replace(leading, ""), most);
}

/** At most this many words of a clause, ended where a phrase ends rather than in the middle of one. */
export function shorten(clause: string, most: number): string {
  const words = clause.split(" ");
  if (words.length === 1) return [...clause].slice(0, longestUnspaced).join("");
  if (words.length <= most) return clause;
  const end = words.slice(0, most + 1).findLastIndex((word) => joining.test(word));
  let cut = words.slice(0, end > most / 2 ? end : most).join(" ");
  while (trailing.test(cut)) cut = cut.replace(trailing, "");
  return cut.replace(/[,;:]$/, "");
}

function clausesOf(sentence: string): string[] {
  return sentence
    .split(clauseEnd)
    .map((clause) => clause.trim().replace(leading, ""))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

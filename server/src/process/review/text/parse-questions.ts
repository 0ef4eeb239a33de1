import { bare, shorten } from "./bare.ts";
import { firstOfEach } from "./first-of-each.ts";

/** `decides` and `otherwise` are empty where the writer did not say. */
export type Asked = { text: string; decides: string; otherwise: string };

export const mostQuestions = 20;
export const longestQuestion = 600;
const item = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]?\][ \t]*)?(.+)$/;
const mark = /^[*_[(]{0,3}Q\d{0,4}[\])]?[*_]{0,2}[ \t]*[:.]?[*_]{0,2}[ \t]+/;
const between = /[ \t](?:—|–|--?)[ \t]/g;

/** `- [ ] **Q** question? — what it decides — if unanswered: default` */
export function parseQuestions(lines: readonly string[]): Asked[] {
  const questions = lines.flatMap((line) => {
    const text = item.exec(line)?.[1];
    if (text === undefined || !(mark.test(text) || text.includes("?"))) return [];
    const asked = readQuestion(text.replace(mark, ""));
    return /\p{L}/u.test(asked.text) ? [asked] : [];
  });
  return firstOfEach(questions, ({ text }) => text.toLowerCase()).slice(0, mostQuestions);
}

function readQuestion(line: string): Asked {
  const cut = line.search(/\bif (?:it is |left )?unanswered\b/i);
  const said = cut < 0 ? line : line.slice(0, cut);
  const otherwise = cut < 0 ? "" : line.slice(cut).replace(/^if (?:it is |left )?unanswered[*_]*[ \t]*[:,]?[*_]*/i, "");
  const text = said.slice(0, endOfQuestion(said));
  const decides = said
    .slice(text.length)
    .split(between)
    .filter((part) => part.trim() !== "")
    .join(" — ")
    .replace(/^[*_]*(?:what it |it )?decides[*_]*:?[ \t]+/i, "");
  return { text: shorten(bare(text), longestQuestion), decides: tidy(decides), otherwise: tidy(otherwise) };
}

/** A dash inside a question ends nothing: the first one after a question mark does, or the first where there is no such mark. */
function endOfQuestion(said: string): number {
  const dashes = [...said.matchAll(between)].map(({ index }) => index);
  return (
    dashes.find((at) => /\?[*_”"')]{0,4}[ \t]*$/.test(said.slice(Math.max(0, at - 8), at))) ?? dashes[0] ?? said.length
  );
}

const tidy = (text: string): string =>
  shorten(
    bare(text)
      .replace(/^[\s:;,.–—-]+/, "")
      .replace(/[\s;,–—-]{1,8}$/, ""),
    longestQuestion,
  );

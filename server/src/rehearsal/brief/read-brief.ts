import type { Remark } from "../prompt/remark.ts";
import { classify, isBackground, type PointKind } from "./classify.ts";
import { amountOf, datesIn, dayOf, figuresIn, moneyIn } from "./figures.ts";
import { type Person, readPeople } from "./people.ts";
import { readSentences } from "./sentences.ts";

/** One sentence that a plan must account for. */
export type Point = {
  kind: PointKind;
  /** The sentence as it was written, on one line, without its full stop. */
  quote: string;
  /** The first words of the point: a title, and a short quotation. */
  title: string;
  /** The heading or lead-in above the sentence; empty if there is none. */
  under: string;
  /** The origin of the point: “the request”, `[F3]`, `[Q1]`, “the feedback on [D1]”. */
  source: string;
  /** The list after a colon in the point, verbatim. */
  items: string[];
  figures: string[];
};

export type Brief = {
  /** The first heading, or the beginning of the first sentence. */
  subject: string;
  points: Point[];
  people: Person[];
  /** The largest sum, as it is written. */
  money: string | undefined;
  /** All dates, the earliest first as far as their order is known. */
  dates: string[];
  isEnglish: boolean;
};

/** Reads the brief sentence by sentence; newer input from people comes first. */
export function readBrief(request: string, remarks: readonly Remark[]): Brief {
  const said = remarks.filter((one) => one.kind !== "overlay" && !one.open);
  const newer = said.toReversed().flatMap((remark) => pointsOf(remark.text, remark.source, remark.question));
  const own = pointsOf(request, "the request", "");
  const points = unique([...newer, ...own]);
  const texts = points.map(({ quote }) => quote);
  const sums = texts.flatMap(moneyIn).toSorted((a, b) => (amountOf(b) ?? 0) - (amountOf(a) ?? 0));
  const dates = [...new Set(texts.flatMap(datesIn))];
  const usualYear = Number(dates.flatMap((date) => date.match(/\d{4}/) ?? [])[0] ?? 0);
  return {
    subject: shortened(own.find(({ kind }) => kind === "goal") ?? own[0] ?? { title: "", quote: "" }),
    points,
    people: readPeople(texts),
    money: sums[0],
    dates: dates.toSorted((a, b) => dayOf(a, usualYear) - dayOf(b, usualYear)),
    isEnglish: isEnglish(request),
  };
}

function pointsOf(text: string, source: string, question: string): Point[] {
  const isRequest = source === "the request";
  // Only the first heading of a brief is a sentence; others are the context of the sentences below them.
  const sentences = readSentences(text).filter((one, index) => !one.heading || index === 0);
  const names = readPeople(sentences.map((one) => one.text)).map((person) => person.name);
  const kindOf = (one: (typeof sentences)[number], isFirst: boolean): PointKind =>
    classify(one.text, { isFirst, hasPerson: names.some((name) => one.text.includes(name)), under: one.under });
  const [first, ...others] = sentences;
  const isLedTo = first && isBackground(first.text) && others.some((one) => kindOf(one, false) === "goal");
  return sentences.flatMap((one, index) => {
    const quote = bare(one.text);
    if (!/[\p{L}\p{N}]/u.test(quote)) return [];
    return {
      kind: question === "" ? kindOf(one, isRequest && index === 0 && !isLedTo) : "limit",
      quote,
      title: titleOf(quote),
      under: bare(one.under),
      source,
      items: itemsOf(quote),
      figures: figuresIn(quote),
    };
  });
}

const bare = (sentence: string): string => sentence.replace(/[.。:：]+$/u, "").trim();

/** Drops sentences that repeat an earlier one. */
function unique(points: readonly Point[]): Point[] {
  const seen = new Set<string>();
  return points.filter(({ quote }) => !seen.has(quote) && seen.add(quote));
}

const [fewestWords, mostWords] = [6, 20];
const littleWord =
  /^(?:\p{L}{1,4}|before|after|because|without|between|during|until|which|where|while|through|within|against|about)$/iu;

/** The sentence if it is short, else its first clauses, else its first words, without a short word at the end. */
export function titleOf(quote: string): string {
  const words = quote.split(" ");
  if (words.length < 3) return [...quote].slice(0, 60).join("");
  if (words.length <= mostWords) return quote;
  const ends = words.flatMap((word, index) => (/[,;:—–)，；]$/u.test(word) ? [index + 1] : []));
  const clause = ends.findLast((end) => end >= fewestWords && end <= mostWords);
  const cut = words.slice(0, clause ?? mostWords - 4);
  // “Hangar 12” is not cut after “Hangar”.
  if (clause === undefined && /^\d/.test(words[cut.length] ?? "")) cut.pop();
  while (clause === undefined && cut.length > fewestWords && littleWord.test(cut.at(-1) ?? "")) cut.pop();
  return cut.join(" ").replace(/[,;:–—-]+$/u, "");
}

/**
 * The first words of a point, with an ellipsis if words follow. Without the ellipsis a shortened sentence would be a
 * misquotation.
 */
export const shortened = ({ title, quote }: Pick<Point, "title" | "quote">): string =>
  title === quote ? title : `${title} …`;

/** “What we want to see: a table, a stage, and a bar” lists three things. */
export function itemsOf(quote: string): string[] {
  const list = quote.match(/[:：]\s*(.+)$/u)?.[1] ?? "";
  const items = list.split(/[,;，、；]\s*/u).map((item) => item.replace(/^(?:and|und|et|y|or|oder|en)\s/iu, "").trim());
  return items.length >= 3 && items.every((item) => item.length > 2) ? items : [];
}

/**
 * True if the text contains common English words. Otherwise the document states that the text around its quotations is in
 * English.
 */
function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const little = words.filter((word) =>
    /^(?:the|a|an|of|and|to|in|for|is|are|we|with|on|by|it|at|be|our|no|not)$/.test(word),
  );
  return words.length < 5 || little.length / words.length > 0.12;
}

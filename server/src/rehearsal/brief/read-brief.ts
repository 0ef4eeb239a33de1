import type { Remark } from "../prompt/remark.ts";
import { quoted } from "../text/phrasing.ts";
import { classify, isBackground, isGreeting, type PointKind } from "./classify.ts";
import { moneyIn, saysTime } from "./figures.ts";
import { isExclusionFrame } from "./frames.ts";
import { readPeople } from "./people.ts";
import { readSentences, type Sentence } from "./sentences.ts";

/** One sentence that a plan must account for. */
export type Point = {
  kind: PointKind;
  /** The sentence as it was written, on one line, without its full stop. */
  quote: string;
  /** The heading or lead-in above the sentence; empty if there is none. */
  under: string;
  /** The origin of the point: “the request”, `[F3]`, `[Q1]`, “the feedback on [D1]”. */
  source: string;
  /** Groups the lines of one table or code block: “Table 1 of the request”. Empty for a sentence. */
  block: string;
};

export type Brief = {
  points: Point[];
  /** The subjects that the brief mentions. The models ask no question about these. */
  says: { money: boolean; date: boolean; person: boolean };
  isEnglish: boolean;
};

/** Reads the brief sentence by sentence; newer input from people comes first. */
export function readBrief(request: string, remarks: readonly Remark[]): Brief {
  const said = remarks.filter((one) => one.kind !== "overlay" && !one.open);
  const newer = said.toReversed().flatMap(({ text, source, question }) => pointsOf(text, source, question));
  const points = unique([...newer, ...pointsOf(request, "the request", "")]);
  const texts = [...said.map(({ question }) => question), ...points.map(({ quote }) => quote)];
  return {
    points,
    says: {
      money: texts.some((text) => moneyIn(text).length > 0 || budgetWords.test(text)),
      date: texts.some(saysTime),
      person:
        readPeople(texts).length > 0 || points.some(({ kind }) => kind === "person") || texts.includes(leaderAsked),
    },
    isEnglish: isEnglish(request),
  };
}

const budgetWords =
  /budget|bilancio|presupuesto|orçamento|begroting|бюджет|bütçe|תקציב|ميزانية|预算|予算|예산|(?:cost|spend|spent)(?!\p{L})/iu;
/** The question that the models ask if the brief says nothing about people. */
export const leaderAsked = "Who leads the work?";

function pointsOf(text: string, source: string, question: string): Point[] {
  const sentences = readSentences(text);
  const names = blockNames(sentences, source);
  const people = readPeople(sentences.map((one) => one.text));
  const kindOf = (one: Sentence, isFirst: boolean): PointKind =>
    classify(one.text, { isFirst, hasPerson: people.some((name) => one.text.includes(name)), under: one.under });
  const prose = sentences.filter((one) => !one.block && !isGreeting(one.text));
  const [first = sentences[0], ...others] = prose;
  const isLedTo = first && isBackground(first.text) && others.some((one) => kindOf(one, false) === "goal");
  const isAsking = (one: Sentence): boolean => source === "the request" && one === first && !isLedTo;
  return sentences.flatMap((one): Point[] => {
    const quote = one.quote.replace(/[.。:：]+$/u, "").trim();
    if (!/[\p{L}\p{N}]/u.test(quote)) return [];
    const block = one.block && one.block.kind !== "mail" ? (names.get(one.block.index) ?? "") : "";
    const own = block !== "" ? "block" : one.block ? "context" : kindOf(one, isAsking(one));
    // Answers and feedback say what people want, even if their words show no kind.
    const isWanted = question !== "" || (own === "context" && source.startsWith("the feedback"));
    return [{ kind: isWanted ? "limit" : own, quote, under: question || one.under.trim(), source, block }];
  });
}

/**
 * The name of each block, such as “Table 2 of the request”, by the block's index. The number is left out if there is only
 * one block of this kind.
 */
function blockNames(sentences: readonly Sentence[], source: string): Map<number, string> {
  const kinds = new Map(sentences.flatMap(({ block }) => (block ? [[block.index, block.kind] as const] : [])));
  const alike = Map.groupBy(kinds.keys(), (index) => kinds.get(index));
  return new Map(
    [...alike].flatMap(([kind, all]) => {
      const name = kind === "table" ? "Table" : "Block of text";
      return all.map((index, at) => [index, `${name}${all.length > 1 ? ` ${at + 1}` : ""} of ${source}`] as const);
    }),
  );
}

/** Drops sentences that repeat an earlier one. */
function unique(points: readonly Point[]): Point[] {
  const seen = new Set<string>();
  const keyOf = ({ quote, under, kind }: Point) => (kind === "exclusion" ? `${under} ${quote}` : quote);
  return points.filter((point) => !seen.has(keyOf(point)) && seen.add(keyOf(point)));
}

/** The lead-in, such as “We will not:”, that must precede an exclusion, so that “hire” is not read as a task. */
const leadOf = ({ kind, under }: Point): string => (kind === "exclusion" && isExclusionFrame(under) ? under : "");

/** The point in quotation marks, whole: “We will not:” “hire”. */
export const cited = (point: Point): string => cite(point, point.quote);

/**
 * The point in quotation marks, shortened if it is long. An exclusion is never shortened, because its “not” may come late.
 */
export const citedBriefly = (point: Point | undefined): string => (point ? cite(point, shortened(point)) : quoted(""));

const cite = (point: Point, quote: string): string =>
  leadOf(point) === "" ? quoted(quote) : `${quoted(leadOf(point))} ${quoted(quote)}`;

/** The point as a heading: without quotation marks and emphasis, and shortened if it is long. */
export function titleOf(point: Point): string {
  if (point.block !== "") return point.block;
  const lead = leadOf(point);
  const asked = /[?？؟]$/u.test(point.under) ? `${point.under} ` : "";
  const text = lead === "" ? asked + shortened(point) : `${lead.replace(/[:：]$/u, "")}: ${point.quote}`;
  // Removes the quotation marks between the parts of the quotation, but keeps the marks that are in the brief.
  return text.replaceAll(/(?<=^(?:[^“”]|” “)*)” “/gu, " ").replaceAll(/\*\*|`/g, "");
}

const [fewestWords, usualWords, mostWords] = [6, 20, 30];

/**
 * The sentence if it is short, else its beginning with an ellipsis. It is cut at the end of a clause if possible, else
 * preferably between two words in lower case, and never inside brackets or quotation marks.
 */
export function shortened({ kind, quote }: Pick<Point, "kind" | "quote">): string {
  const words = quote.split(" ");
  if (kind === "exclusion" || words.length <= mostWords) return quote;
  const begins = (end: number) => words.slice(0, end).join(" ");
  const isWhole = (end: number) => {
    const text = begins(end);
    return !/[([{«„“][^)\]}»“”]*$/u.test(text) && (text.split('"').length - 1) % 2 === 0;
  };
  const ends = words
    .map((_, index) => index + 1)
    .filter((end) => end >= fewestWords && end <= usualWords && isWhole(end));
  const clause = ends.findLast(
    (end) => /[\p{L}\d)][,;:，；]$/u.test(words[end - 1] ?? "") && !/^\d/.test(words[end] ?? ""),
  );
  const between = ends.findLast((end) =>
    [words[end - 1], words[end]].every((word) => /^\p{Ll}{4,}$/u.test(word ?? "")),
  );
  const cut = clause ?? between ?? ends.at(-1);
  return cut === undefined ? quote : `${begins(cut).replace(/[,;:，；–—-]+$/u, "")} …`;
}

/**
 * True if the text contains common English words. Otherwise the document states that the text around its quotations is in
 * English.
 */
function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const little = words.filter((word) =>
    /^(?:the|a|an|of|and|to|in|for|is|are|we|with|on|by|it|at|be|our|no|not|about)$/.test(word),
  );
  return words.length < 5 || little.length / words.length > 0.12;
}

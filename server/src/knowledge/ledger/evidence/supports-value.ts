import type { Range } from "../bundle/sections.ts";
import { agreesWithDate, scanDates, scanFullDates } from "../values/dates.ts";
import type { Canonical, Mention, ReadingContext } from "../values/mention.ts";
import { scanMoney } from "../values/money.ts";
import { scanNumbers } from "../values/scan-numbers.ts";
import { readValue, type ValueRule } from "../values/typed-value.ts";
import { scanQuantities } from "../values/units.ts";
import { isAffirmation, isNegation, type Word, wordsIn } from "../values/words.ts";

/**
 * The number of characters read before and after a quote, to see all of a word or number that the quote cuts in two.
 */
const margin = 32;

/**
 * True if the quoted words state the value. They must contain the number (with its unit for a quantity, with its
 * currency for an amount), the day of a date, or the words of a text in order. No negation may come just before them.
 * Words and numbers that the quote cuts in two do not count.
 */
export function supportsValue(
  rule: ValueRule & { labels?: readonly string[] | undefined },
  raw: unknown,
  bundleText: string,
  quote: Range,
  context: ReadingContext,
): boolean {
  if (rule.type === "note") return true;
  if (Array.isArray(raw) && rule.type !== "range") {
    return raw.length > 0 && raw.every((one) => supportsValue(rule, one, bundleText, quote, context));
  }
  const said = around(bundleText, quote);
  if (isMeasured(rule)) return saysMeasured(rule, raw, said, context);
  if (typeof raw === "string" && isNumber(raw)) return saysTyped({ type: "number" }, raw, said, context);
  if (typeof raw === "string" && rule.type !== "boolean" && (saysWords(said, raw) || saysTime(said, raw))) return true;
  return saysTyped(rule, raw, said, context);
}

/**
 * True if the words are exactly one number. They are then compared as a number, so that "five hundred" does not state
 * "five". A number with a leading zero counts as a name.
 */
function isNumber(words: string): boolean {
  const [number, second] = scanNumbers(words.trim());
  return (
    number !== undefined &&
    !second &&
    number.start === 0 &&
    number.end === words.trim().length &&
    !/^0\d/.test(words.trim())
  );
}

type MeasuredRule = ValueRule & { type: "number" | "dimension" | "currency" | "range" };

const isMeasured = (rule: ValueRule): rule is MeasuredRule =>
  ["number", "dimension", "currency", "range"].includes(rule.type);

/**
 * A number is compared as a number: "$80 million" contains the words "$80" but means another amount. A value that lacks
 * its unit or currency is compared as a plain number, and a value without digits is compared as words.
 */
function saysMeasured(rule: MeasuredRule, raw: unknown, said: Said, context: ReadingContext): boolean {
  const read = readValue(rule, raw, context);
  if (read.ok) return saysTyped(rule, raw, said, context);
  if (rule.type !== "number" && rule.type !== "range" && readValue({ type: "number" }, raw, context).ok)
    return saysTyped({ ...rule, type: "number" }, raw, said, context);
  return typeof raw === "string" && !/\p{N}/u.test(raw) && saysWords(said, raw);
}

/** A stretch of text around a quote, and which part of it the quote covers. */
type Said = { text: string; quote: Range };

function around(text: string, { start, end }: Range): Said {
  const from = Math.max(0, start - margin);
  return { text: text.slice(from, end + margin), quote: { start: start - from, end: end - from } };
}

function isInside({ start, end }: Range, { quote }: Said): boolean {
  return quote.start <= start && end <= quote.end;
}

function saysTyped(
  rule: ValueRule & { labels?: readonly string[] | undefined },
  raw: unknown,
  said: Said,
  context: ReadingContext,
): boolean {
  switch (rule.type) {
    case "boolean":
      return saysBoolean(said, raw, rule.labels ?? []);
    case "enum": {
      const read = readValue(rule, raw, context);
      const name = read.ok ? String(read.value) : String(raw);
      return [name, ...(rule.options?.[name] ?? [])].some((words) => saysWords(said, words));
    }
    case "date":
      return saysDate(said, raw, context);
    case "number":
    case "dimension":
    case "currency": {
      const read = readValue(rule, raw, context);
      return read.ok && mentions(rule, said, context).some(saysReading(said, read.canonical, false));
    }
    case "range": {
      const read = readValue(rule, raw, context);
      if (!read.ok) return false;
      const scalar = { ...rule, type: rangeType(read.canonical) } as const;
      const found = mentions(scalar, said, context);
      return read.canonical
        .slice("range:".length)
        .split("..")
        .every((end) => found.some(saysReading(said, end, false)));
    }
    default:
      return typeof raw === "string" || typeof raw === "number" ? saysWords(said, String(raw)) : false;
  }
}

function rangeType(canonical: Canonical): "number" | "currency" | "dimension" {
  if (canonical.startsWith("range:number:")) return "number";
  return canonical.startsWith("range:money:") ? "currency" : "dimension";
}

function mentions(rule: ValueRule, { text }: Said, context: ReadingContext): Mention[] {
  if (rule.type === "dimension") return scanQuantities(text);
  if (rule.type === "currency") return scanMoney(text, context);
  const isCount = ({ end }: Range) => rule.unitFamily !== undefined || !nameAfter.test(text.slice(end, end + 2));
  return scanNumbers(text)
    .filter(isCount)
    .map(({ start, end, values }) => ({
      start,
      end,
      readings: values.map((one) => `number:${Number(one.toPrecision(12))}`),
    }));
}

/**
 * A number followed by a capital letter is a name: "Room 15A", "gate 3B". Where a unit is expected, "16A" is a
 * quantity.
 */
const nameAfter = /^\p{Lu}(?![\p{L}\p{N}])/u;

function saysReading(said: Said, canonical: Canonical, isDate: boolean): (mention: Mention) => boolean {
  return (mention) =>
    isInside(mention, said) &&
    mention.readings.some((reading) => (isDate ? agreesWithDate(reading, canonical) : reading === canonical)) &&
    !isDenied(said, mention);
}

function saysDate(said: Said, raw: unknown, context: ReadingContext): boolean {
  const read = readValue({ type: "date" }, raw, context);
  if (!read.ok) return false;
  const says = saysReading(said, read.canonical, true);
  return scanFullDates(said.text).some(says) || scanDates(said.text, context).some(says);
}

/**
 * True if the words around the mention deny it ("not 300", "neither 300 nor 400", "instead of 300"), make it
 * hypothetical ("if we had 300") or ask for it ("do we expect 300?"). False for "not more than 300" and "can't go over
 * 300".
 */
function isDenied({ text }: Said, { start, end }: Range): boolean {
  const before = text.slice(Math.max(0, start - margin), start);
  if (replaced.test(before)) return true;
  const clause =
    before
      .split(/[,.;:!?\n]|\b(?:but|and|so|because|instead|rather|than|over|above|below|until|before|exceed)\b/)
      .at(-1) ?? "";
  if (supposed.test(clause)) return true;
  const last = wordsIn(clause).slice(-4);
  if (last.some(({ word }, index) => deniesClause(word) || (index >= last.length - 2 && isNegation(word)))) return true;
  return isAsked(text, start, end) || isUnsureInEastAsian(text, start, end);
}

/**
 * In Chinese, Japanese and Korean, the characters that deny, suppose or question a value may also be part of another
 * word, and may come after the number. This function cannot tell these cases apart, so any such character in the clause
 * makes the value unsupported, and the value is not accepted without a person.
 */
function isUnsureInEastAsian(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start).split(clauseEnd).at(-1) ?? "";
  const after = /^[^，。；：！？、,;:!?\n]*[？?]?/u.exec(text.slice(end))?.[0] ?? "";
  return eastAsian.test(before + after) && unsure.test(before + after);
}
const clauseEnd = /[，。；：！？、,.;:!?\n]/u;
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const unsure = /[不没沒無无非未勿否吗嗎？?]|如果|假如|要是|もし|ない|ません|なし|ですか|ますか|없|아니|만약/u;

/** These words deny a number up to four words later ("not going to be 6 m"), other negations only up to two words later. */
const deniesClause = (word: string): boolean => distant.has(word) || word.endsWith("n't");
const distant = new Set("not never neither nor doubt doubts nicht pas לא ולא שלא".split(" "));
const replaced =
  /(?:instead of|rather than|no longer|anstatt|anstelle von|statt|au lieu de|en lugar de|במקום)\s+(?:(?:the|a|about|only)\s+)?[^\p{L}\p{N}\s]*$/iu;
const supposed = /\b(?:if (?:we|they|it|there|you|i) (?:had|was|were)|suppose|imagine|wenn wir)\b/i;

/**
 * True if the words are part of a question for a fact. A request states what is wanted, even with a question mark: "can
 * you find a table for 5?", "is there a room for 300?".
 */
function isAsked(text: string, start: number, end: number): boolean {
  const mark = /[!?？؟\n]|\.(?!\d)/.exec(text.slice(end))?.[0];
  if (mark !== "?" && mark !== "？" && mark !== "؟") return false;
  const sentence =
    text
      .slice(0, start)
      .split(/[!?？؟\n]|\.(?!\d)\s/)
      .at(-1) ?? "";
  return asking.test(sentence.trimStart());
}
const asking =
  /^(?:and |but |so |or )?(?:(?:do|does|did|will|would|should|shall|have|has) (?:we|they|it|the|our|this|that)\b|(?:is|are|was|were) (?!there\b|it possible\b)|how (?:many|much)\b)/i;

const timePattern = /(?<![\p{L}\p{N}:.,])(\d{1,2})(?::(\d{2}))?(?:\s?([ap])\.?m)?(?![\p{L}\p{N}:])/giu;

const hourNames = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const spokenTime = new RegExp(
  `(?<![\\p{L}\\p{N}])(half past|quarter past|quarter to)\\s(\\d{1,2}|${hourNames.join("|")})(?:\\s?([ap])\\.?m)?(?![\\p{L}\\p{N}:])`,
  "giu",
);
const spokenMinutes: Record<string, number> = { "half past": 30, "quarter past": 15, "quarter to": -15 };

/** "5:30 pm" states "17:30", and "half past 7" states "7:30". A bare number is not a time of day. */
function saysTime(said: Said, value: string): boolean {
  const [wanted, second] = timesIn(value.trim());
  if (!wanted || second || wanted.end - wanted.start !== value.trim().length) return false;
  return timesIn(said.text).some((time) => time.minutes === wanted.minutes && isInside(time, said));
}

function timesIn(text: string): (Range & { minutes: number })[] {
  const clock = [...text.matchAll(timePattern)].flatMap(({ 0: raw, 1: hours, 2: minutes, 3: half, index }) => {
    if (minutes === undefined && half === undefined) return [];
    return [
      { start: index, end: index + raw.trimEnd().length, minutes: hourOf(hours, half) * 60 + Number(minutes ?? 0) },
    ];
  });
  const spoken = [...text.matchAll(spokenTime)].map(({ 0: raw, 1: part = "", 2: hours = "", 3: half, index }) => {
    const named = hourNames.indexOf(hours.toLowerCase()) + 1 || hours;
    const minutes = hourOf(named, half) * 60 + (spokenMinutes[part.toLowerCase()] ?? 0);
    return { start: index, end: index + raw.length, minutes };
  });
  return [...clock, ...spoken];
}

function hourOf(hours: string | number | undefined, half: string | undefined): number {
  if (half === undefined) return Number(hours);
  return (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/**
 * True if the quote contains the words of the value in order, as whole words, without a negation that the value lacks.
 */
function saysWords(said: Said, value: string): boolean {
  const wanted = wordsIn(value);
  if (wanted.length === 0)
    return value.trim() !== "" && said.text.slice(said.quote.start, said.quote.end).includes(value.trim());
  const spoken = wordsIn(said.text);
  for (let first = 0; first < spoken.length; first += 1) {
    const last = matchFrom(spoken, first, wanted, said);
    if (last !== undefined && !isNegated(said, spoken, first, last, wanted)) return true;
  }
  return false;
}

/**
 * The index of the last word if `wanted` matches from `first` on. Small words may be left out ("Museum Modern Art"),
 * and compounds may be written as one word or two ("wifi", "wi-fi").
 */
function matchFrom(spoken: readonly Word[], first: number, wanted: readonly Word[], said: Said): number | undefined {
  let at = first;
  for (let index = 0; index < wanted.length; ) {
    const matched = matchWord(spoken, at, wanted, index);
    if (matched) {
      if (!spoken.slice(at, matched.spoken).every((word) => isInside(word, said))) return undefined;
      at = matched.spoken;
      index = matched.wanted;
    } else if (index > 0 && smallWords.has(spoken[at]?.word ?? "")) at += 1;
    else return undefined;
  }
  return at - 1;
}

const smallWords = new Set(["a", "an", "the", "of", "and"]);

/**
 * Matches a word of `spoken` with a word of `wanted`, or several words of one with a compound in the other. Returns the
 * positions after the match in both.
 */
function matchWord(
  spoken: readonly Word[],
  at: number,
  wanted: readonly Word[],
  index: number,
): { spoken: number; wanted: number } | undefined {
  const [heard, sought] = [spoken[at]?.word, wanted[index]?.word];
  if (heard === undefined || sought === undefined) return undefined;
  if (isSameWord(heard, sought)) return { spoken: at + 1, wanted: index + 1 };
  const ahead = joined(spoken, at, sought);
  if (ahead) return { spoken: ahead, wanted: index + 1 };
  const beyond = joined(wanted, index, heard);
  return beyond ? { spoken: at + 1, wanted: beyond } : undefined;
}

/** The index after two or three words that form `whole` when joined. Digits are never joined: "1 5" is not 15. */
function joined(words: readonly Word[], from: number, whole: string): number | undefined {
  let text = "";
  for (let at = from; at < Math.min(words.length, from + 3); at += 1) {
    const word = words[at]?.word ?? "";
    if (/\p{N}$/u.test(text) && /^\p{N}/u.test(word)) return undefined;
    text += word;
    if (text === whole && at > from) return at + 1;
    if (!whole.startsWith(text)) return undefined;
  }
  return undefined;
}

/** The same word, or its possessive, plural or adverb: "Zoë's", "museums", "moderately". */
function isSameWord(heard: string, sought: string): boolean {
  if (heard === sought || heard === `${sought}'s` || heard.replaceAll("'", "") === sought.replaceAll("'", ""))
    return true;
  const [short, long] = heard.length < sought.length ? [heard, sought] : [sought, heard];
  return (
    short.length > 3 && long.startsWith(short) && /^(?:s|es|ly)$/.test(long.slice(short.length)) && !/\p{N}/u.test(long)
  );
}

function isNegated(said: Said, spoken: readonly Word[], first: number, last: number, wanted: readonly Word[]): boolean {
  const own = new Set(wanted.map(({ word }) => word));
  const from = Math.max(0, first - 3);
  return spoken.slice(from, last).some((word, index) => {
    if (!isNegation(word.word) || own.has(word.word)) return false;
    const isBefore = from + index < first;
    const between = said.text.slice(word.end, spoken[isBefore ? first : last]?.start ?? word.end);
    return !isBefore || !/[,.;:!?\n]/.test(between);
  });
}

/**
 * The value true needs an affirming word or a word of the labels, and no negation in the whole clause around the quote.
 * The value false needs a negation.
 */
function saysBoolean(said: Said, raw: unknown, labels: readonly string[]): boolean {
  const value = typeof raw === "string" ? /^(true|yes|ja|oui)$/i.test(raw.trim()) : raw === true;
  const words = wordsIn(said.text).filter((word) => isInside(word, said));
  if (!value) return words.some(({ word }) => isNegation(word));
  const named = new Set(labels.flatMap((label) => wordsIn(label).map(({ word }) => word)));
  const isDoubted = wordsIn(clauseAround(said)).some(({ word }) => isNegation(word));
  const isQuestion = isAsked(said.text, said.quote.end - 1, said.quote.end - 1);
  return !isDoubted && !isQuestion && words.some(({ word }) => isAffirmation(word) || named.has(word));
}

/** The quote with the text before and after it up to the next punctuation mark. */
function clauseAround({ text, quote }: Said): string {
  const before =
    text
      .slice(0, quote.start)
      .split(/[,.;:!?\n]/)
      .at(-1) ?? "";
  const after = text.slice(quote.end).split(/[,.;:!?\n]/)[0] ?? "";
  return before + text.slice(quote.start, quote.end) + after;
}

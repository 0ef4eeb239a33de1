import type { Range } from "../bundle/sections.ts";
import { agreesWithDate, scanDates, scanFullDates } from "../values/dates.ts";
import type { Canonical, Mention, ReadingContext } from "../values/mention.ts";
import { scanMoney } from "../values/money.ts";
import { scanNumbers } from "../values/scan-numbers.ts";
import { readValue, type ValueRule } from "../values/typed-value.ts";
import { scanQuantities } from "../values/units.ts";
import { isAffirmation, isNegation, type Word, wordsIn } from "../values/words.ts";

/** How much of the text around a quote is read, so that a word or number that the quote cuts is seen whole. */
const margin = 32;

/**
 * Whether the quoted words say the value. A number needs that number, a quantity also its unit, an amount its currency, a
 * date the day, a text its words in their order; a negation just before them turns them into their opposite.
 * Words and numbers that the quote cuts in two support nothing.
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
  if (typeof raw === "string" && rule.type !== "boolean" && saysWords(said, raw)) return true;
  return saysTyped(rule, raw, said, context);
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
  return scanNumbers(text).map(({ start, end, values }) => ({
    start,
    end,
    readings: values.map((one) => `number:${Number(one.toPrecision(12))}`),
  }));
}

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

/** "Not 300", "isn't 6 m": the words just before the mention deny it. "No more than 300" does not. */
function isDenied({ text }: Said, { start }: Range): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const clause = before.split(/[,.;:!?\n]/).at(-1) ?? "";
  const last = wordsIn(clause).slice(-2);
  return last.some(({ word }) => word === "not" || word.endsWith("n't") || word === "nicht");
}

/** The words of the value, in their order, as whole words of the quote, with no negation among them that the value lacks. */
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

/** The index of the last word when `wanted` follows from `first` on, with at most three words between two of them. */
function matchFrom(spoken: readonly Word[], first: number, wanted: readonly Word[], said: Said): number | undefined {
  let at = first;
  for (const [index, { word }] of wanted.entries()) {
    const limit = index === 0 ? at : at + 3;
    while (at <= limit && spoken[at]?.word !== word) at += 1;
    const match = spoken[at];
    if (!match || at > limit || !isInside(match, said)) return undefined;
    if (index < wanted.length - 1) at += 1;
  }
  return at;
}

function isNegated(said: Said, spoken: readonly Word[], first: number, last: number, wanted: readonly Word[]): boolean {
  const own = new Set(wanted.map(({ word }) => word));
  const from = Math.max(0, first - 2);
  return spoken.slice(from, last).some((word, index) => {
    if (!isNegation(word.word) || own.has(word.word)) return false;
    const isBefore = from + index < first;
    const between = said.text.slice(word.end, spoken[isBefore ? first : last]?.start ?? word.end);
    return !isBefore || !/[,.;:!?\n]/.test(between);
  });
}

/**
 * A yes needs a word that affirms or names the matter, and no negation, also not in the rest of the clause that the quote
 * is cut out of; a no needs a negation.
 */
function saysBoolean(said: Said, raw: unknown, labels: readonly string[]): boolean {
  const value = typeof raw === "string" ? /^(true|yes|ja|oui)$/i.test(raw.trim()) : raw === true;
  const words = wordsIn(said.text).filter((word) => isInside(word, said));
  if (!value) return words.some(({ word }) => isNegation(word));
  const named = new Set(labels.flatMap((label) => wordsIn(label).map(({ word }) => word)));
  const isDoubted = wordsIn(clauseAround(said)).some(({ word }) => isNegation(word));
  return !isDoubted && words.some(({ word }) => isAffirmation(word) || named.has(word));
}

/** The quote with what stands before and after it up to the next punctuation mark. */
function clauseAround({ text, quote }: Said): string {
  const before =
    text
      .slice(0, quote.start)
      .split(/[,.;:!?\n]/)
      .at(-1) ?? "";
  const after = text.slice(quote.end).split(/[,.;:!?\n]/)[0] ?? "";
  return before + text.slice(quote.start, quote.end) + after;
}

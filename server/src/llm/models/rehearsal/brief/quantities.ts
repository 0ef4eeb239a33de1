/** A number of something, as the brief puts it. */
export type Quantity = {
  /** Verbatim: “120 guests”. */
  text: string;
  value: number;
  unit: string;
  /** A bound or a share (“at most 120 guests at once”): does not contradict another number of the same thing. */
  bounded: boolean;
  sentence: number;
};

export type Amount = { text: string; value: number; currency: string; total: boolean; sentence: number };

const numberWords = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const digits = String.raw`\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
/** In front of a currency a point before three digits sets thousands apart, as in “12.000 €”. */
const sumDigits = String.raw`\d{1,3}(?:\.\d{3})+(?![\d.])|${digits}`;
const sign = String.raw`₪|\$|€|£|¥|万元|元|円`;
const code = "ILS|NIS|USD|EUR|GBP|CHF|NOK|SEK|DKK|PLN|CZK|JPY|CNY|CAD|AUD|INR|shekels?|dollars?|euros?|pounds?";

const amountPattern = new RegExp(
  String.raw`(?:(${sign}|\b(?:ILS|NIS|USD|EUR|GBP|CHF|NOK|SEK|DKK|PLN|CZK|JPY|CNY|CAD|AUD|INR)\s)\s?(${sumDigits})(k|m| million)?|(?<![\d.,])(${sumDigits})(k|m| million)?\s?(${sign}|(?:${code})\b))`,
  "giu",
);
const quantityPattern = new RegExp(
  String.raw`(?<![\d.,:₪$€£¥\p{L}-])(${digits}|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)(?:-|\s)?(%|[\p{L}][\p{L}²³'-]*(?:\s[\p{L}][\p{L}'-]*)?)`,
  "giu",
);

const measures =
  /^(?:mm|cm|m|km|m²|m2|g|kg|t|l|kw|kva|a|v|w|h|min|s|metres?|meters?|hours?|minutes?|days?|weeks?|months?|years?|square|percent|per)$/i;
const notUnits =
  /^(?:and|or|of|to|in|on|at|by|for|with|from|until|the|an|is|are|was|were|a\.m|p\.m|am|pm|as|it|we|who|that|this|january|february|march|april|may|june|july|august|september|october|november|december|them|there|without|we|but|i|not|ils|nis|usd|eur|gbp|chf|nok|sek|dkk|pln|czk|jpy|cny|cad|aud|inr|shekels?|dollars?|euros?|pounds?)$/i;
const bound =
  /(?:at most|at least|up to|only|more than|never more than|fewer than|less than|under|over|another|first|per|each|every|maximum|minimum|max|min)\s*$/i;
const boundAfter = /^\s*(?:at once|at a time|each|per|of (?:them|it|these)|or (?:more|fewer|less))/i;

export function readAmounts(sentences: readonly string[]): Amount[] {
  return sentences.flatMap((text, sentence) =>
    [...text.matchAll(amountPattern)].map((match) => ({
      text: match[0].trim(),
      value: toSum(match[2] ?? match[4] ?? "0") * scale(match[3] ?? match[5]),
      currency: (match[1] ?? match[6] ?? "").trim(),
      total: /budget|total|whole|altogether|grant|there is|we have|cost limit|spend/i.test(text),
      sentence,
    })),
  );
}

export function readQuantities(sentences: readonly string[]): Quantity[] {
  return sentences.flatMap((text, sentence) => {
    const found: Quantity[] = [];
    for (const match of text.matchAll(quantityPattern)) {
      const unit = trimUnit(match[2] ?? "");
      if (unit === "" || /^(?:19|20)\d{2}$/.test(match[1] ?? "")) continue;
      const end = match.index + match[0].lastIndexOf(match[2] ?? "") + unit.length;
      const before = text.slice(0, match.index);
      found.push({
        text: text.slice(match.index, end),
        value: toNumber(match[1] ?? ""),
        unit: unit.toLowerCase(),
        bounded: bound.test(before) || boundAfter.test(text.slice(end)),
        sentence,
      });
    }
    return found;
  });
}

/** “guests over” → “guests”; “active customers” stays; “m wide” → “m”. */
function trimUnit(words: string): string {
  const [first = "", second] = words.split(/\s/);
  if (notUnits.test(first)) return "";
  if (second === undefined || measures.test(first) || first === "%") {
    return first === "square" && second ? `${first} ${second}` : first;
  }
  return /s$|^(?:people|children|men|women)$/i.test(first) || notUnits.test(second) || !/s$/i.test(second)
    ? first
    : `${first} ${second}`;
}

/** “guest” and “guests” count the same thing. */
export const unitStem = ({ unit }: Quantity): string => unit.replace(/s$/, "");

export const isSpan = (unit: string): boolean => /(?:second|minute|hour|day|night|week|month|year)s?$/i.test(unit);

export const isMeasure = (unit: string): boolean => unit === "%" || measures.test(unit.split(" ")[0] ?? "");

function toNumber(text: string): number {
  const word = numberWords.indexOf(text.toLowerCase());
  return word >= 0 ? word : Number(text.replaceAll(/[,\s\u202f\u00a0]/g, ""));
}

const toSum = (text: string): number => toNumber(/^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll(".", "") : text);

function scale(suffix: string | undefined): number {
  if (suffix === undefined) return 1;
  return suffix.toLowerCase() === "k" ? 1_000 : 1_000_000;
}

/** The number written as the brief writes numbers: thousands apart, no needless decimals. */
export function formatNumber(value: number): string {
  const rounded = value >= 20 ? Math.round(value) : Math.round(value * 10) / 10;
  return rounded.toLocaleString("en-US");
}

/** A share of an amount, in its own currency and rounded to something one would put in a budget. */
export function shareOf(amount: Amount, share: number): string {
  const exact = amount.value * share;
  const step = exact >= 10_000 ? 500 : exact >= 1_000 ? 100 : exact >= 100 ? 10 : 1;
  return inCurrency(formatNumber(Math.max(step, Math.round(exact / step) * step)), amount);
}

/** What each of a number of people or things comes to. */
export const perHead = (amount: Amount, heads: number): string =>
  inCurrency(formatNumber(amount.value / Math.max(1, heads)), amount);

const inCurrency = (number: string, { currency }: Amount): string =>
  /^[₪$€£¥]$/u.test(currency) ? `${currency}${number}` : `${number} ${currency}`;

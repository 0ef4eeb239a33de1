/** Figures and dates in a sentence of any language, as they are written. */

const currency = "[₪$€£¥₹]|EUR|USD|GBP|CHF|ILS|NIS|NOK|SEK|DKK|JPY|CNY|万元|万円|元|円";
/** The space in “85 000” may be an ordinary, a narrow or a non-breaking space. */
const number = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d[\d.,’']*\d|\d`;
/** “80k”, “1.5 million” */
const magnitude = "\\s?(?:k|thousand|million)(?!\\p{L})";
const money = new RegExp(
  `(?:${currency})\\s?(?:${number})(?:${magnitude})?|(?:${number})(?:${magnitude})?\\s?(?:${currency}|dollars?|euros?|pounds?|shekels?)(?!\\p{L})`,
  "giu",
);
const time = String.raw`(?<!\d)\d{1,2}:\d{2}(?!\d)`;
/** Words after a number that are not its unit. */
const noUnit =
  "(?:of|to|and|or|in|on|at|by|for|from|with|the|is|are|was|including|per|each|over|under|than|und|oder|im|in|am|bis|von|der|die|das|ist|et|de|à|y|en|del)(?![\\p{L}])";
const unit = `(?:\\s?(?:%|‰|°C?)|\\s?(?!${noUnit})\\p{L}[\\p{L}²³/]*)`;
/**
 * Not part of a word or of a longer number. A Chinese character may precede it, because Chinese has no spaces: “面积80平方米”.
 */
const freestanding = String.raw`(?<![\d.,:])(?<!(?!\p{Script=Han})\p{L})`;
const figure = new RegExp(`${money.source}|${time}|${freestanding}(?:${number})(?!:\\d)${unit}?`, "giu");

export const moneyIn = (sentence: string): string[] => sentence.match(money) ?? [];

/**
 * Numbers with the word or unit after them: “120 guests”, “63 A”, “₪180,000”. A short number or a year alone is left out.
 */
export const figuresIn = (sentence: string): string[] => [
  ...new Set(
    (withoutDates(sentence).match(figure) ?? [])
      .map((one) => one.trim())
      .filter((one) => !/^(?:\d{1,2}|(?:19|20)\d{2})$/.test(one)),
  ),
];

const wholeTime = new RegExp(`^${time}$`);

/** The figures that are not times of day. */
export const withoutTimes = (figures: readonly string[]): string[] => figures.filter((one) => !wholeTime.test(one));

/** True if a sentence contains a date or a time of day. */
export const saysWhen = (sentence: string): boolean => datesIn(sentence).length > 0 || new RegExp(time).test(sentence);

const written = new RegExp(`(${number})(${magnitude})?`, "iu");
const factors: Record<string, number> = { k: 1e3, thousand: 1e3, million: 1e6 };

/** The amount of a sum, if it is unambiguous: 180000 for “₪180,000”, “180.000 €” and “180k ILS”. */
export function amountOf(sum: string): number | undefined {
  const [, digits = "", scale = ""] = sum.match(written) ?? [];
  const factor = factors[scale.trim().toLowerCase()] ?? 1;
  if (/^\d{1,3}(?:[.,’'\s]\d{3})+$/.test(digits)) return Number(digits.replaceAll(/[.,’'\s]/g, "")) * factor;
  return /^\d+$/.test(digits) ? Number(digits) * factor : undefined;
}

/** The sum with another amount, in the same notation: “₪18,000”. */
export function likeSum(sum: string, amount: number): string {
  const [whole = "", digits = ""] = sum.match(written) ?? [];
  const mark = digits.match(/\d([.,’'\s])\d{3}/)?.[1] ?? ",";
  const grouped = String(Math.round(amount)).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, mark);
  return sum.replace(whole, grouped);
}

/** The names of months in the usual languages of briefs, taken from the runtime. */
const months = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "he", "ru"].flatMap((locale) =>
  Array.from({ length: 12 }, (_, index) => {
    const date = new Date(Date.UTC(2026, index, 1));
    const written = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
    const name = written.formatToParts(date).find((part) => part.type === "month")?.value ?? "";
    return { name: name.toLowerCase(), month: index + 1 };
  }),
);
const monthNames = [...new Set(months.map(({ name }) => name))].filter((name) => name.length > 2);
const month = monthNames.toSorted((a, b) => b.length - a.length).join("|");
const date = new RegExp(
  String.raw`\d{4}-\d{2}-\d{2}|(?<![\d.])\d{1,2}[./]\s?\d{1,2}[./]\s?\d{4}|(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)?\s(?:of\s|de\s|ב-?)?ב?(?:${month})(?!\p{L})(?:,?\s(?:de\s)?\d{4})?|(?<!\p{L})(?:${month})\s(?:\d{1,2},?\s)?\d{4}|(?<!\p{L})Q[1-4] \d{4}|(?:\d{4}年|[今明后]年)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?`,
  "giu",
);

export const datesIn = (sentence: string): string[] => sentence.match(date) ?? [];

/** True if a text begins with the name of a month, so that a number before the text is a day. */
export const startsWithMonth = (text: string): boolean =>
  monthNames.some((name) => text.toLowerCase().startsWith(name));

const withoutDates = (sentence: string): string => sentence.replaceAll(date, " ");

/** A date as a number, for sorting. A date without a year is assumed to be in `usualYear`. */
export function dayOf(written: string, usualYear: number): number {
  const iso = written.match(/^(\d{4})-(\d{2})-(\d{2})$/);
  if (iso) return Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const quarter = written.match(/^Q([1-4]) (\d{4})$/i);
  if (quarter) return Date.UTC(Number(quarter[2]), Number(quarter[1]) * 3, 0);
  const figures = written.match(/\d+/g)?.map(Number) ?? [];
  const year = figures.find((one) => one > 1900) ?? usualYear;
  const named = months.find(({ name }) => name.length > 2 && written.toLowerCase().includes(name))?.month;
  const [day = 1, second = 1] = figures.filter((one) => one !== year);
  return Date.UTC(year, (named ?? second) - 1, day);
}

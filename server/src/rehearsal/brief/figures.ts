import { timeWords } from "./kind-words.ts";

/** Figures and dates in a sentence of any language, as they are written. */

const currency = "[₪$€£¥₹₽]|EUR|USD|GBP|CHF|ILS|NIS|NOK|SEK|DKK|JPY|CNY|PLN|MAD|AED|руб\\p{L}*|درهم|万元|万円|元|円";
/** The space in “85 000” may be an ordinary, a narrow or a non-breaking space. */
const number = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d[\d.,’']*\d|\d`;
/** “80k”, “1.5 million” */
const magnitude = "\\s?(?:k|thousand|million)(?!\\p{L})";
const money = new RegExp(
  `(?:${currency})\\s?(?:${number})(?:${magnitude})?|(?:${number})(?:${magnitude})?\\s?(?:${currency}|dollars?|euros?|pounds?|shekels?)(?!\\p{L})`,
  "giu",
);
const time = String.raw`(?<!\d)\d{1,2}:\d{2}(?!\d)`;
/** Words that may follow a number but are not its unit. */
const noUnit =
  "(?:of|to|and|or|in|on|at|by|for|from|with|the|is|are|was|including|per|each|over|under|than|und|oder|im|in|am|bis|von|der|die|das|ist|et|de|à|y|en|del)(?![\\p{L}])";
const unit = `(?:\\s?(?:%|‰|°C?)|\\s?(?!${noUnit})\\p{L}[\\p{L}²³/]*)`;
/**
 * A figure does not start inside a word or a longer number. A Chinese character may precede it, because Chinese has no
 * spaces: “面积80平方米”.
 */
const freestanding = String.raw`(?<![\d.,:])(?<!(?!\p{Script=Han})\p{L})`;
const figure = new RegExp(`${money.source}|${time}|${freestanding}(?:${number})(?!:\\d)${unit}?`, "giu");

export const moneyIn = (sentence: string): string[] => sentence.match(money) ?? [];

/**
 * Numbers with the word or unit after them: “120 guests”, “63 A”, “₪180,000”. A number of one or two digits, or a year, is
 * left out if it stands alone.
 */
export const figuresIn = (sentence: string): string[] => [
  ...new Set(
    (withoutDates(sentence).match(figure) ?? [])
      .map((one) => one.trim())
      .filter((one) => !/^(?:\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d{2})$/.test(one)),
  ),
];

/** True if a sentence contains a date, a time of day, or words for a time. */
export const saysWhen = (sentence: string): boolean => saysTime(sentence) || new RegExp(time).test(sentence);

/** The names of months in the usual languages of briefs, taken from the runtime. */
const locales = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "he", "ru", "ar-EG", "ar-MA", "tr"];
const monthNames = [
  ...new Set(
    locales.flatMap((locale) => {
      const written = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) => {
        const parts = written.formatToParts(new Date(Date.UTC(2026, index, 1)));
        return parts.find((part) => part.type === "month")?.value.toLowerCase() ?? "";
      });
    }),
  ),
].filter((name) => name.length > 2);
const month = monthNames.toSorted((a, b) => b.length - a.length).join("|");
const date = new RegExp(
  String.raw`\d{4}-\d{2}-\d{2}|(?<![\d.])\d{1,2}[./]\s?\d{1,2}[./]\s?\d{4}|(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)?\s(?:of\s|de\s|di\s|ב-?)?ב?(?:${month})(?!\p{L})(?:,?\s(?:de\s)?\d{4})?|(?<!\p{L})(?:${month})\s(?:\d{1,2},?\s)?\d{4}|(?<!\p{L})Q[1-4] \d{4}|(?:\d{4}年|[今明后]年)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?`,
  "giu",
);

export const datesIn = (sentence: string): string[] => sentence.match(date) ?? [];

/** True if a text begins with the name of a month, so that a number before the text is a day. */
export const startsWithMonth = (text: string): boolean =>
  monthNames.some((name) => text.toLowerCase().startsWith(name));

/** True if a text says when something happens or has to be finished. */
export const saysTime = (text: string): boolean => datesIn(text).length > 0 || timeWords.test(text);

const withoutDates = (sentence: string): string => sentence.replaceAll(date, " ");

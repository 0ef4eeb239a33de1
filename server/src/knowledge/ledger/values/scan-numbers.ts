/**
 * A number in a text. It may have several values: "80.000" is eighty or eighty thousand, depending on the writer's
 * locale.
 */
export type FoundNumber = { start: number; end: number; values: number[] };

/** Scripts that write no space between a word and a number. */
const unspaced = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]";
const numeral = new RegExp(
  `(?<!(?!${unspaced})[\\p{L}\\p{N}]|\\d[.,])(?:[-−+](?=\\d))?\\d+(?:(?:[.,'’\\u00a0\\u202f]|(?<![\\d.,]\\d{3}) (?=\\d{3}(?!\\d)))\\d+)*(?:\\/\\d+(?![\\d/]))?[½¼¾]?|(?<=\\d ?[x×] ?)\\d+(?:[.,]\\d+)?|[½¼¾]`,
  "gu",
);
const magnitude = /\s?(k|K|thousand|tsd|million|mio|mn|billion|bn|M)(?![\p{L}\p{N}])/uy;
const magnitudes: Record<string, number> = {
  k: 1e3,
  K: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  million: 1e6,
  mio: 1e6,
  mn: 1e6,
  M: 1e6,
  billion: 1e9,
  bn: 1e9,
};
const vulgar: Record<string, number> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };

const months = "jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec";
/** Digits of a time of day or a day of a month, which do not count anything. */
const ofTime = new RegExp(
  [
    "(?<![\\d:])\\d{1,2}(?::\\d{2}){1,2}(?![\\d:])",
    "(?<![\\d:.,])\\d{1,2}(?=\\s?(?:[ap]\\.?m\\b|o['’]clock|Uhr\\b))",
    `(?<![\\d:.,])\\d{1,2}(?=(?:st|nd|rd|th)?(?: of)? (?:${months})[a-z]*\\b|(?:st|nd|rd|th) (?:of )?may\\b)`,
    `(?<=\\b(?:${months})[a-z]*\\.? )\\d{1,2}(?![\\d.,]\\d)`,
    "(?<=\\b(?:half|quarter) past )(?:\\d{1,2}(?!\\d)|[a-z]+)",
  ].join("|"),
  "giu",
);

/**
 * Full-width, Arabic-Indic and Persian digits. Each is one UTF-16 unit like an ASCII digit, so offsets stay the same.
 */
const otherDigits = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Every number in a text, in digits or in English words. Part of an identifier ("W1.2", "A4") or of a time ("17:15") is
 * not a number.
 */
export function scanNumbers(written: string): FoundNumber[] {
  const text = written.replace(otherDigits, (digit) => String(digit.normalize("NFKC").charCodeAt(0) & 15));
  const times = [...text.matchAll(ofTime)].map(({ 0: raw, index }) => ({ start: index, end: index + raw.length }));
  const isTime = (index: number) => times.some(({ start, end }) => start <= index && index < end);
  const numbers = [...text.matchAll(numeral)].flatMap(({ 0: raw, index }) => {
    const end = index + raw.length;
    const values = isTime(index) || isTorn(text, index, end) || isCounted(text, index, end) ? [] : readNumeral(raw);
    return values.length === 0 ? [] : [scaled(text, { start: index, end: index + raw.length, values })];
  });
  const isFree = ({ start }: FoundNumber) =>
    !isTime(start) && !numbers.some((number) => number.start <= start && start < number.end);
  return [...numbers, ...scanNumberWords(text).filter(isFree)].map((number) => negated(text, number));
}

/**
 * True if a reader sees the number as part of a longer one, because only an invisible character separates it from further
 * digits, or because a letter next to it looks like a digit ("3OO").
 */
function isTorn(text: string, start: number, end: number): boolean {
  return tornBefore.test(text.slice(Math.max(0, start - 4), start)) || tornAfter.test(text.slice(end, end + 4));
}
const tornBefore = /\d[\u00ad\u200b-\u200f\u2060\ufeff]+$/;
const tornAfter = /^(?:[\u00ad\u200b-\u200f\u2060\ufeff]+\d|[Oo]+(?![\p{L}])|[OoIl]+\d)/u;

/**
 * True for digits that are only a part of a Chinese or Japanese expression: of a number that continues in characters
 * ("300万" is three million), of a date or time ("3月12日"), or of an ordinal number ("第3").
 */
function isCounted(text: string, start: number, end: number): boolean {
  return countedBefore.test(text.slice(Math.max(0, start - 1), start)) || countedOn.test(text.slice(end, end + 3));
}
const countedBefore = /[第一二三四五六七八九十百千万萬亿億兆〇零]/u;
const countedOn = /^\s?[十百千万萬亿億兆年月日号號时時点點分秒]/u;

function scaled(text: string, { start, end, values }: FoundNumber): FoundNumber {
  magnitude.lastIndex = end;
  const unit = magnitude.exec(text);
  const factor = magnitudes[unit?.[1] ?? ""];
  return unit && factor
    ? { start, end: end + unit[0].length, values: values.map((value) => value * factor) }
    : { start, end, values };
}

/** All ways to read digits with separators; none for text that is not a single number, such as "12.03.2027" or "1.2.3". */
function readNumeral(raw: string): number[] {
  const fraction = vulgar[raw.at(-1) ?? ""];
  if (fraction !== undefined) {
    const whole = raw.length > 1 ? readNumeral(raw.slice(0, -1)) : [0];
    return whole.map((value) => value + fraction);
  }
  const [over, under] = raw.split("/");
  if (under !== undefined)
    return Number(under) === 0 ? [] : readNumeral(over ?? "").map((value) => value / Number(under));
  const digits = raw.replace("−", "-").replace(/['’\u00a0\u202f ]/g, "");
  const separators = digits.replace(/[^.,]/g, "");
  if (separators === "") return [Number(digits)];
  const kinds = new Set(separators);
  if (kinds.size === 2) return readWithBoth(digits, separators);
  return readWithOne(digits, separators);
}

function readWithBoth(digits: string, separators: string): number[] {
  const decimal = separators.at(-1) ?? ".";
  if (separators.indexOf(decimal) !== separators.length - 1) return [];
  const grouped = digits.split(decimal === "." ? "," : ".").join("");
  return asNumbers(grouped.replace(decimal, "."));
}

function readWithOne(digits: string, separators: string): number[] {
  const separator = separators[0] ?? ".";
  const groups = digits.split(separator);
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && /^[-+]?[1-9]\d{0,2}$/.test(groups[0] ?? "");
  if (separators.length > 1) return isGrouped ? asNumbers(groups.join("")) : [];
  const decimal = asNumbers(groups.join("."));
  if (!isGrouped) return decimal;
  if (separator === "," && groups[1] === "000") return asNumbers(groups.join("")); // "1,000" is a thousand, not one
  return separator === "," ? [...asNumbers(groups.join("")), ...decimal] : [...decimal, ...asNumbers(groups.join(""))];
}

function asNumbers(text: string): number[] {
  const value = Number(text);
  return Number.isFinite(value) ? [value] : [];
}

const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = ". . twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const small = new Map<string, number>([
  ...ones.map((word, value) => [word, value] as const),
  ...tens.map((word, value) => [word, value * 10] as const),
]);
const large = new Map([
  ["hundred", 100],
  ["dozen", 12],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
small.delete(".");
const anyWord = [...small.keys(), ...large.keys()].join("|");
const wordRun = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyWord})(?:(?:[\\s-]+|\\s+and\\s+)(?:${anyWord}))*(?![\\p{L}\\p{N}])`,
  "giu",
);

const minus = /(?<![\p{L}\p{N}])minus\s+$/iu;
const endsInNumber = new RegExp(`(?:\\p{N}|(?<!\\p{L})(?:${anyWord}))\\s+$`, "iu");

/** "Minus five" is one number; "ten minus five" is two. */
function negated(text: string, number: FoundNumber): FoundNumber {
  const before = text.slice(0, number.start);
  const word = minus.exec(before.slice(-12))?.[0];
  if (!word || endsInNumber.test(before.slice(-40, -word.length)) || number.values.some((value) => value < 0))
    return number;
  return { start: number.start - word.length, end: number.end, values: number.values.map((value) => -value) };
}

function scanNumberWords(text: string): FoundNumber[] {
  return [...text.matchAll(wordRun)].flatMap(({ 0: raw, index }) => {
    const value = readWords(
      raw
        .toLowerCase()
        .split(/[\s-]+/)
        .filter((word) => word !== "and"),
    );
    return value === undefined ? [] : [{ start: index, end: index + raw.length, values: [value] }];
  });
}

function readWords(words: readonly string[]): number | undefined {
  let total = 0;
  let group: number | undefined;
  for (const word of words) {
    const factor = large.get(word);
    if (factor === undefined) group = (group ?? 0) + (small.get(word) ?? 0);
    else if (factor < 1000) group = (group ?? 1) * factor;
    else {
      total += (group ?? 1) * factor;
      group = undefined;
    }
  }
  return total + (group ?? 0);
}

import { en, type ParsedComponents, type ParsedResult } from "chrono-node";
import type { Canonical, Mention, ReadingContext } from "./mention.ts";

const iso = /(?<![\p{L}\p{N}/.-])(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}:\d{2}))?)?)?(?![\p{L}\p{N}/-])/gu;

/** Every date in a text, with the precision that is stated: a day, a month or a year, and a time if there is one. */
export function scanDates(text: string, context: ReadingContext): Mention[] {
  return [...scanFullDates(text), ...scanWords(text, context)];
}

/**
 * Dates with a named month and a year, or in ISO form. They are read without the date library (chrono), which takes ten
 * times as long.
 */
export function scanFullDates(text: string): Mention[] {
  return [...scanIso(text), ...scanNamedMonths(text)];
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month = "(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?";
/** Without a day next to it, the word must be exactly a month's name: the "mar" of "marble 2027" is not March. */
const exactMonth =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
const named = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ordinal}(?: of)? ${month},? (\\d{4})|${month} ${ordinal},? (\\d{4})|${exactMonth},?(?: of)? ((?:19|20)\\d{2}))(?![\\p{L}\\p{N}])`,
  "giu",
);

function scanNamedMonths(text: string): Mention[] {
  return [...text.matchAll(named)].flatMap((found) => {
    const [raw, dayBefore, monthAfter, yearAfter, monthBefore, dayAfter, yearLast, monthAlone, yearAlone] = found;
    const name = (monthAfter ?? monthBefore ?? monthAlone ?? "").slice(0, 3).toLowerCase();
    const inMonth = `${yearAfter ?? yearLast ?? yearAlone}-${two(monthNames.indexOf(name) + 1)}`;
    const day = monthAlone ? undefined : Number(dayBefore ?? dayAfter);
    if (day !== undefined && (day < 1 || day > 31)) return [];
    const date = day === undefined ? inMonth : `${inMonth}-${two(day)}`;
    return [{ start: found.index, end: found.index + raw.length, readings: [`date:${date}`] }];
  });
}

function scanIso(text: string): Mention[] {
  return [...text.matchAll(iso)].flatMap(({ 0: raw, 1: year, 2: month, 3: day, 4: time, index }) => {
    const isBareNumber = month === undefined && !/^(19|20)\d\d$/.test(year ?? "");
    if (isBareNumber) return [];
    const date = [year, month, day].filter((part) => part !== undefined).join("-");
    return [{ start: index, end: index + raw.length, readings: [`date:${date}${time ? `T${time}` : ""}`] }];
  });
}

/** Reads "03/04/2027" in both orders unless the locale determines the order. */
function scanWords(text: string, { at, locale }: ReadingContext): Mention[] {
  if (
    !/\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|tomorrow|yesterday|tonight|next|last|this|mon|tue|wed|thu|fri|sat|sun|week|month|year|noon|midnight)/i.test(
      text,
    )
  )
    return [];
  const isOrdered = !/\d[/.-]\d/.test(text);
  const monthFirst = locale === "en-US" || (locale === undefined && !isOrdered) ? en.casual.parse(text, at) : [];
  const dayFirst = locale === "en-US" ? [] : en.GB.parse(text, at);
  const mentions = new Map<string, Mention>();
  for (const found of [...dayFirst, ...monthFirst]) {
    const key = `${found.index}:${found.text.length}`;
    const readings = readingsOf(found, { before: text.slice(Math.max(0, found.index - 20), found.index), at });
    const known = mentions.get(key);
    if (!known) mentions.set(key, { start: found.index, end: found.index + found.text.length, readings });
    else known.readings.push(...readings.filter((reading) => !known.readings.includes(reading)));
  }
  return [...mentions.values()];
}

function readingsOf({ start }: ParsedResult, said: { before: string; at: Date }): Canonical[] {
  const time = start.isCertain("hour") ? `T${two(start.get("hour"))}:${two(start.get("minute"))}` : "";
  const hasYear = start.isCertain("year") || !start.isCertain("month");
  const dates = hasYear ? [dateOf(start, start.get("year"))] : datesWithoutYear(start, said);
  return dates.map((date) => `date:${date}${time}`);
}

function dateOf(parts: ParsedComponents, year: number | null): string {
  const hasDay = parts.isCertain("day") || parts.isCertain("weekday") || !parts.isCertain("month");
  const month = `${String(year).padStart(4, "0")}-${two(parts.get("month"))}`;
  return hasDay ? `${month}-${two(parts.get("day"))}` : month;
}

/** A date without a year that passed less than this long ago may mean that day or its next occurrence. */
const recentMs = 31 * 24 * 60 * 60 * 1000;
const longestGapYears = 8; // the longest gap between two 29 Februaries, because 2100 is not a leap year

/**
 * A date without a year means its next occurrence, which may be the day of the turn. If its last occurrence is recent,
 * it may mean either. After a word such as "since" ("since 3 June"), it means its last occurrence.
 */
function datesWithoutYear(parts: ParsedComponents, { before, at }: { before: string; at: Date }): string[] {
  const day = parts.isCertain("day") ? (parts.get("day") ?? 1) : null;
  const month = parts.get("month") ?? 1;
  const years = Array.from(
    { length: 2 * longestGapYears + 1 },
    (_, index) => at.getFullYear() - longestGapYears + index,
  )
    .filter((year) => day === null || day <= lastDay(year, month))
    .map((year) => ({ year, ends: new Date(year, month - 1, (day ?? lastDay(year, month)) + 1).getTime() }));
  const next = years.find(({ ends }) => ends > at.getTime());
  const last = years.findLast(({ ends }) => ends <= at.getTime());
  const looksBack = /\b(?:last|past|previous|since)\s+(?:the\s+)?$/i.test(before);
  const isRecent = last !== undefined && at.getTime() - last.ends < recentMs;
  const meant = looksBack ? [last] : isRecent ? [next, last] : [next];
  return meant.flatMap((one) => (one ? [dateOf(parts, one.year)] : []));
}

const lastDay = (year: number, month: number): number => new Date(year, month, 0).getDate();

function two(value: number | null): string {
  return String(value ?? 0).padStart(2, "0");
}

/** True if a reading states the same date as a value. The value may be less precise: "12 March" supports the value March. */
export function agreesWithDate(reading: Canonical, value: Canonical): boolean {
  return reading === value || reading.startsWith(`${value}-`) || reading.startsWith(`${value}T`);
}

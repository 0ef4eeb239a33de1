import { en, type ParsedComponents, type ParsedResult } from "chrono-node";
import type { Canonical, Mention, ReadingContext } from "./mention.ts";

const iso = /(?<![\p{L}\p{N}/.-])(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}:\d{2}))?)?)?(?![\p{L}\p{N}/-])/gu;

/** Every date of a text, at the precision at which it is stated: a day, a month or a year, with a time if there is one. */
export function scanDates(text: string, context: ReadingContext): Mention[] {
  return [...scanFullDates(text), ...scanWords(text, context)];
}

/** Dates with day, month and year, or in ISO form: read without the library, which takes ten times as long. */
export function scanFullDates(text: string): Mention[] {
  return [...scanIso(text), ...scanNamedMonths(text)];
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month = "(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?";
const named = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},? (\\d{4})|${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4}))(?![\\p{L}\\p{N}])`,
  "giu",
);

function scanNamedMonths(text: string): Mention[] {
  return [...text.matchAll(named)].flatMap((found) => {
    const [raw, dayBefore, monthAfter, yearAfter, monthBefore, dayAfter, yearLast] = found;
    const name = (monthAfter ?? monthBefore ?? "").slice(0, 3).toLowerCase();
    const day = Number(dayBefore ?? dayAfter);
    if (day < 1 || day > 31) return [];
    const date = `${yearAfter ?? yearLast}-${two(monthNames.indexOf(name) + 1)}-${two(day)}`;
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

/** "03/04/2027" is read in both orders unless the locale says which; everything else has one reading. */
function scanWords(text: string, { at, locale }: ReadingContext): Mention[] {
  if (
    !/\d|\b(?:today|tomorrow|yesterday|tonight|next|last|this|mon|tue|wed|thu|fri|sat|sun|week|month|year|noon|midnight)/i.test(
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
    const reading = canonicalOf(found);
    const known = mentions.get(key);
    if (!known) mentions.set(key, { start: found.index, end: found.index + found.text.length, readings: [reading] });
    else if (!known.readings.includes(reading)) known.readings.push(reading);
  }
  return [...mentions.values()];
}

function canonicalOf({ start }: ParsedResult): Canonical {
  return `date:${dateOf(start)}${start.isCertain("hour") ? `T${two(start.get("hour"))}:${two(start.get("minute"))}` : ""}`;
}

function dateOf(parts: ParsedComponents): string {
  const year = String(parts.get("year")).padStart(4, "0");
  const hasDay = parts.isCertain("day") || parts.isCertain("weekday") || !parts.isCertain("month");
  return hasDay ? `${year}-${two(parts.get("month"))}-${two(parts.get("day"))}` : `${year}-${two(parts.get("month"))}`;
}

function two(value: number | null): string {
  return String(value ?? 0).padStart(2, "0");
}

/** Whether a reading says the same date as a value, which may be less precise: a day supports its month. */
export function agreesWithDate(reading: Canonical, value: Canonical): boolean {
  return reading === value || reading.startsWith(`${value}-`) || reading.startsWith(`${value}T`);
}

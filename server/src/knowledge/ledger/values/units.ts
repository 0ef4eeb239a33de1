import { convert, type Unit } from "convert";
import { type Mention, plainNumber } from "./mention.ts";
import { type FoundNumber, scanNumbers } from "./scan-numbers.ts";

/** Dimensions that can be converted, each with the unit in which values are compared. */
export const unitFamilies = {
  length: "meter", // not "m": the library also reads it as minutes, so hours would be a length
  area: "m2",
  volume: "m3",
  mass: "kg",
  duration: "h",
  power: "W",
  energy: "J",
  temperature: "C",
  data: "B",
  angle: "deg",
} as const satisfies Record<string, Unit>;
export type UnitFamily = keyof typeof unitFamilies | "voltage" | "current" | "share";

type KnownUnit = { family: UnitFamily; toBase: (value: number) => number };

/** Spellings that the library rejects, mapped to spellings that it accepts. */
const aliases: Record<string, string> = {
  sqm: "m2",
  "sq m": "m2",
  "sq ft": "ft2",
  sqft: "ft2",
  "m^2": "m2",
  "m^3": "m3",
  cbm: "m3",
  ton: "tonne",
  tons: "tonnes",
  to: "tonne",
  '"': "in",
  "″": "in",
  "'": "ft",
  "′": "ft",
  hrs: "hours",
  hr: "hour",
  mins: "minutes",
  "°": "deg",
  "℃": "C",
  kwh: "kWh",
  Std: "hours",
  Stunden: "hours",
  Tage: "days",
  Wochen: "weeks",
  Meter: "m",
  Zentimeter: "cm",
  Quadratmeter: "m2",
  Kilogramm: "kg",
  Liter: "l",
};
const own: Record<string, KnownUnit> = {
  V: scale("voltage", 1),
  volt: scale("voltage", 1),
  volts: scale("voltage", 1),
  kV: scale("voltage", 1000),
  A: scale("current", 1),
  amp: scale("current", 1),
  amps: scale("current", 1),
  ampere: scale("current", 1),
  mA: scale("current", 0.001),
  "%": scale("share", 0.01),
  percent: scale("share", 0.01),
};
/** English words that are also unit symbols: after a number they are units only if nothing else follows ("6 in the hall"). */
const words = new Set(["in", "a", "t", "as", "at", "min"]);
const timesOfDay = new Set(["am", "pm", "AM", "PM"]);
const written = /\s?-?((?:square|cubic|sq)\s\p{L}+|[\p{L}µ°℃]+(?:\^?[23²³])?|[%"'″′])/uy;
const cache = new Map<string, KnownUnit | undefined>();

function scale(family: UnitFamily, factor: number): KnownUnit {
  return { family, toBase: (value) => value * factor };
}

export function findUnit(name: string): KnownUnit | undefined {
  if (!cache.has(name)) cache.set(name, own[name] ?? look(aliases[name] ?? name) ?? look(name.toLowerCase()));
  return cache.get(name);
}

function look(name: string): KnownUnit | undefined {
  for (const [family, base] of Object.entries(unitFamilies) as [UnitFamily, Unit][]) {
    try {
      // The cast is needed because the library's type is a union of names. `convert` throws if the name is unknown or
      // of another family.
      convert(1, name as Unit).to(base as Unit);
      return { family, toBase: (value) => convert(value, name as Unit).to(base as Unit) as number };
    } catch {
      // Not a unit of this family.
    }
  }
  return undefined;
}

/** A number with its unit. Several in a row are one quantity: "3 ft 6 in". */
type Part = { number: FoundNumber; end: number; unit: KnownUnit; name: string };
type Parts = [Part, ...Part[]];

/**
 * Every quantity in a text: a number with a unit, two numbers that share a unit ("6 x 3 m"), or several units that form
 * one quantity ("3 ft 6 in").
 */
export const scanQuantities = (text: string): Mention[] => scanParts(text).map(mentionOf);

/** The first quantity in a text, in the unit that is mentioned first. */
export function firstQuantity(text: string): { value: number; unit: string; ambiguous: boolean } | undefined {
  const [parts] = scanParts(text);
  if (!parts) return undefined;
  const [{ number, unit, name }, second] = parts;
  const [value = 0] = number.values;
  const whole = second ? Number(plainNumber(totalOf(parts, value) / unit.toBase(1))) : value;
  return { value: whole, unit: name, ambiguous: number.values.length > 1 };
}

function scanParts(text: string): Parts[] {
  const numbers = scanNumbers(text).sort((a, b) => a.start - b.start);
  const units: (UnitAt | undefined)[] = [];
  for (const { start, end } of numbers) {
    const last = units.at(-1);
    units.push(unitAfter(text, end, last && isBlank(text.slice(last.end, start)) ? last.unit : undefined));
  }
  const quantities: Parts[] = [];
  for (const [index, number] of numbers.entries()) {
    const own = units[index];
    const unit = (own ?? sharedUnit(text, numbers, units, index))?.unit;
    if (!unit) continue;
    const part = { number, end: own?.end ?? number.end, unit, name: own?.name ?? "" };
    const before = quantities.at(-1);
    const last = before?.at(-1);
    if (before && last && isBlank(text.slice(last.end, number.start)) && isPartOf(unit, last.unit)) before.push(part);
    else quantities.push([part]);
  }
  return quantities;
}

const isBlank = (text: string): boolean => /^[^\S\n]*$/.test(text);

/** Families in which a quantity can combine several units, the largest unit first. */
const composed: readonly UnitFamily[] = ["length", "mass", "duration", "angle"];

/**
 * True if the larger unit is a whole multiple of this unit: a foot is 12 inches, but a metre is not a whole number of
 * inches.
 */
function isPartOf(unit: KnownUnit, larger: KnownUnit): boolean {
  if (unit.family !== larger.family || !composed.includes(unit.family)) return false;
  const times = larger.toBase(1) / unit.toBase(1);
  return times > 1.5 && Math.abs(times - Math.round(times)) < 1e-6;
}

function mentionOf(parts: Parts): Mention {
  const [{ number, unit, end }] = parts;
  const readings = number.values.map((value) => quantity(unit.family, totalOf(parts, value)));
  return { start: number.start, end: parts.at(-1)?.end ?? end, readings };
}

/** The total in the base unit if the first number is read as `value`. */
function totalOf([first, ...rest]: Parts, value: number): number {
  const more = rest.reduce((sum, { number, unit }) => sum + unit.toBase(number.values[0] ?? 0), 0);
  return first.unit.toBase(value) + (value < 0 ? -more : more);
}

export function quantity(family: UnitFamily, inBaseUnit: number): string {
  return `${family}:${plainNumber(inBaseUnit)}`;
}

type UnitAt = { unit: KnownUnit; name: string; end: number };

/** `larger` is the unit just before the number. After "3 ft", the "in" of "6 in wide" means inches. */
function unitAfter(text: string, at: number, larger: KnownUnit | undefined): UnitAt | undefined {
  written.lastIndex = at;
  const match = written.exec(text);
  const name = match?.[1];
  if (!match || !name || timesOfDay.has(name)) return undefined;
  const end = written.lastIndex;
  const unit = findUnit(name);
  if (!unit) return undefined;
  const isWord = words.has(name) && /^\s+[\p{L}]/u.test(text.slice(end));
  return isWord && !(larger && isPartOf(unit, larger)) ? undefined : { unit, name, end };
}

function sharedUnit(
  text: string,
  numbers: readonly FoundNumber[],
  units: readonly (UnitAt | undefined)[],
  index: number,
): UnitAt | undefined {
  const [here, next] = [numbers[index], numbers[index + 1]];
  if (!here || !next || !/^\s*(?:[x×*]|by|to|-|–|and|or)\s*$/i.test(text.slice(here.end, next.start))) return undefined;
  return units[index + 1] ?? sharedUnit(text, numbers, units, index + 1);
}

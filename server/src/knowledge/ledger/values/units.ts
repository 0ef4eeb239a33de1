import { convert, type Unit } from "convert";
import { type Mention, plainNumber } from "./mention.ts";
import { type FoundNumber, scanNumbers } from "./scan-numbers.ts";

/** What can be compared after conversion, each with the unit in which it is compared. */
export const unitFamilies = {
  length: "m",
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

/** Written forms that the library does not know, as it spells them. */
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
      // The library types units as a union of its names; a name it does not know, or of another family, throws.
      convert(1, name as Unit).to(base as Unit);
      return { family, toBase: (value) => convert(value, name as Unit).to(base as Unit) as number };
    } catch {
      // Not a unit of this family.
    }
  }
  return undefined;
}

/** Every quantity of a text: numbers with their unit, and those of "6 x 3 m", which share one. */
export function scanQuantities(text: string): Mention[] {
  const numbers = scanNumbers(text).sort((a, b) => a.start - b.start);
  const units = numbers.map((number) => unitAfter(text, number.end));
  return numbers.flatMap((number, index) => {
    const own = units[index];
    const shared = own ?? sharedUnit(text, numbers, units, index);
    return shared ? [mentionOf(number, own?.end ?? number.end, shared.unit)] : [];
  });
}

function mentionOf({ start, values }: FoundNumber, end: number, { family, toBase }: KnownUnit): Mention {
  return { start, end, readings: values.map((value) => quantity(family, toBase(value))) };
}

export function quantity(family: UnitFamily, inBaseUnit: number): string {
  return `${family}:${plainNumber(inBaseUnit)}`;
}

type UnitAt = { unit: KnownUnit; end: number };

function unitAfter(text: string, at: number): UnitAt | undefined {
  written.lastIndex = at;
  const match = written.exec(text);
  const name = match?.[1];
  if (!match || !name || timesOfDay.has(name)) return undefined;
  if (words.has(name) && /^\s+[\p{L}]/u.test(text.slice(written.lastIndex))) return undefined;
  const unit = findUnit(name);
  return unit && { unit, end: written.lastIndex };
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

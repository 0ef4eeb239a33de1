import { FactValueType } from "@dialectic/contract";
import { scanDates, scanFullDates } from "./dates.ts";
import { type Canonical, plainNumber, type ReadingContext } from "./mention.ts";
import { amount, scanMoney } from "./money.ts";
import { scanNumbers } from "./scan-numbers.ts";
import { findUnit, firstQuantity, quantity, type UnitFamily } from "./units.ts";
import { comparable, isAffirmation, isNegation, wordsIn } from "./words.ts";

export const valueTypes = FactValueType.options;
export type ValueType = (typeof valueTypes)[number];

/** The rules of a key for its values. */
export type ValueRule = {
  type: ValueType;
  unitFamily?: UnitFamily | undefined;
  /** For enums: each value with its synonyms. */
  options?: Readonly<Record<string, readonly string[]>> | undefined;
};

/** A value as it is stored and shown. */
export type Stored =
  | boolean
  | number
  | string
  | { value: number; unit: string }
  | { amount: number; currency: string }
  | { min: number; max: number; unit?: string; currency?: string };

export type ValueFault = "wrong-type" | "unknown-unit" | "wrong-unit-family" | "unknown-option" | "unreadable";
export type ReadValue =
  | { ok: true; value: Stored; canonical: Canonical; ambiguous: boolean }
  | { ok: false; fault: ValueFault };

/** Reads a value from a model, a form or a program: an object, a number, or words such as "6 m" or "80k ILS". */
export function readValue(rule: ValueRule, raw: unknown, context: ReadingContext): ReadValue {
  switch (rule.type) {
    case "boolean":
      return readBoolean(raw);
    case "enum":
      return readOption(rule, raw);
    case "number":
      return readNumber(raw);
    case "dimension":
      return readDimension(rule, raw);
    case "currency":
      return readMoney(raw, context);
    case "date":
      return readDate(raw, context);
    case "range":
      return readRange(rule, raw, context);
    case "string":
    case "note":
      return readText(raw);
  }
}

const fault = (of: ValueFault): ReadValue => ({ ok: false, fault: of });
const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw);

function readBoolean(raw: unknown): ReadValue {
  const value = typeof raw === "string" ? wordToBoolean(raw) : raw;
  if (typeof value !== "boolean") return fault("wrong-type");
  return { ok: true, value, canonical: `boolean:${value}`, ambiguous: false };
}

function wordToBoolean(text: string): boolean | undefined {
  const [first] = wordsIn(text);
  if (!first) return undefined;
  if (first.word === "false" || isNegation(first.word)) return false;
  return isAffirmation(first.word) ? true : undefined;
}

function readOption({ options }: ValueRule, raw: unknown): ReadValue {
  if (typeof raw !== "string") return fault("wrong-type");
  const said = comparable(raw.trim());
  if (!options)
    return said === ""
      ? fault("unreadable")
      : { ok: true, value: raw.trim(), canonical: `enum:${said}`, ambiguous: false };
  const option = Object.entries(options).find(([name, synonyms]) =>
    [name, ...synonyms].some((one) => comparable(one) === said),
  );
  return option
    ? { ok: true, value: option[0], canonical: `enum:${comparable(option[0])}`, ambiguous: false }
    : fault("unknown-option");
}

function readNumber(raw: unknown): ReadValue {
  const values = typeof raw === "number" ? [raw] : typeof raw === "string" ? (scanNumbers(raw)[0]?.values ?? []) : [];
  const value = isRecord(raw) ? Number(raw["value"] ?? Number.NaN) : values[0];
  if (value === undefined || !Number.isFinite(value)) return fault("unreadable");
  return { ok: true, value, canonical: `number:${plainNumber(value)}`, ambiguous: values.length > 1 };
}

function readDimension({ unitFamily }: ValueRule, raw: unknown): ReadValue {
  const given = quantityOf(raw);
  if (!given) return fault("unreadable");
  const unit = findUnit(given.unit);
  if (!unit) return fault("unknown-unit");
  if (unitFamily && unit.family !== unitFamily) return fault("wrong-unit-family");
  return {
    ok: true,
    value: { value: given.value, unit: given.unit },
    canonical: quantity(unit.family, unit.toBase(given.value)),
    ambiguous: given.ambiguous,
  };
}

function quantityOf(raw: unknown): { value: number; unit: string; ambiguous: boolean } | undefined {
  if (isRecord(raw)) {
    const value = typeof raw["value"] === "string" ? scanNumbers(raw["value"])[0]?.values[0] : raw["value"];
    const unit = raw["unit"];
    return typeof value === "number" && Number.isFinite(value) && typeof unit === "string"
      ? { value, unit: unit.trim(), ambiguous: false }
      : undefined;
  }
  return typeof raw === "string" ? firstQuantity(raw) : undefined;
}

function readMoney(raw: unknown, context: ReadingContext): ReadValue {
  if (isRecord(raw)) {
    const given = raw["amount"] ?? raw["value"];
    const value = typeof given === "string" ? scanNumbers(given)[0]?.values[0] : given;
    const sign = raw["currency"] ?? raw["unit"];
    if (typeof value !== "number" || typeof sign !== "string") return fault("unreadable");
    return readMoney(`${plainNumber(value)} ${sign}`, context);
  }
  if (typeof raw === "number" && context.currency) return moneyValue(context.currency, raw, false);
  if (typeof raw !== "string") return fault("wrong-type");
  const [mention] = scanMoney(raw, context);
  const [, currency, value] = mention?.readings[0]?.split(":") ?? [];
  if (!mention || !currency) return fault("unreadable");
  return moneyValue(currency, Number(value), mention.readings.length > 1 && currency !== context.currency);
}

function moneyValue(currency: string, value: number, ambiguous: boolean): ReadValue {
  return { ok: true, value: { amount: value, currency }, canonical: amount(currency, value), ambiguous };
}

function readDate(raw: unknown, context: ReadingContext): ReadValue {
  if (typeof raw !== "string") return fault("wrong-type");
  const full = scanFullDates(raw);
  const [mention] = (full.length > 0 ? full : scanDates(raw, context)).sort(
    (a, b) => b.end - b.start - (a.end - a.start),
  );
  const canonical = mention?.readings[0];
  if (!canonical) return fault("unreadable");
  return {
    ok: true,
    value: canonical.slice("date:".length),
    canonical,
    ambiguous: (mention?.readings.length ?? 0) > 1,
  };
}

function readRange(rule: ValueRule, raw: unknown, context: ReadingContext): ReadValue {
  const ends = rangeEnds(raw);
  if (!ends) return fault("unreadable");
  const unit = isRecord(raw) && typeof raw["unit"] === "string" ? raw["unit"] : undefined;
  const type: ValueType = rule.unitFamily
    ? "dimension"
    : unit && !findUnit(unit)
      ? "currency"
      : unit
        ? "dimension"
        : "number";
  const read = ends.map((end) =>
    readValue({ ...rule, type }, unit ? { value: end, unit, amount: end, currency: unit } : end, context),
  );
  const [low, high] = read;
  if (!low?.ok || !high?.ok) return low?.ok === false ? low : (high ?? fault("unreadable"));
  const [min, max] = ends;
  if (min > max) return fault("unreadable");
  const value = { min, max, ...(unit ? (type === "currency" ? { currency: unit } : { unit }) : {}) };
  return {
    ok: true,
    value,
    canonical: `range:${low.canonical}..${high.canonical}`,
    ambiguous: low.ambiguous || high.ambiguous,
  };
}

function rangeEnds(raw: unknown): [number, number] | undefined {
  const found = isRecord(raw)
    ? [raw["min"] ?? raw["from"] ?? raw["low"], raw["max"] ?? raw["to"] ?? raw["high"]]
    : Array.isArray(raw)
      ? raw
      : typeof raw === "string"
        ? scanNumbers(raw)
            .sort((a, b) => a.start - b.start)
            .map(({ values }) => values[0])
        : [];
  const [min, max] = found;
  return typeof min === "number" && typeof max === "number" && found.length === 2 ? [min, max] : undefined;
}

function readText(raw: unknown): ReadValue {
  const text = typeof raw === "number" || typeof raw === "boolean" ? String(raw) : raw;
  if (typeof text !== "string") return fault("wrong-type");
  const words = comparable(text).replace(/\s+/g, " ").trim();
  return words === ""
    ? fault("unreadable")
    : { ok: true, value: text.trim(), canonical: `text:${words}`, ambiguous: false };
}

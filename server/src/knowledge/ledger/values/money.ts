import { type Mention, plainNumber, type ReadingContext } from "./mention.ts";
import { scanNumbers } from "./scan-numbers.ts";

type Currencies = { signs: Map<string, string[]>; sign: string };

/** If several currencies share a sign or a word, these are tried first, in this order. */
const preferred = ["USD", "EUR", "GBP", "ILS", "JPY", "INR", "CHF", "SEK", "AUD", "CAD"];
const extra: Record<string, string> = {
  NIS: "ILS",
  shekel: "ILS",
  shekels: "ILS",
  sheqel: "ILS",
  quid: "GBP",
  bucks: "USD",
  "ש״ח": "ILS",
  'ש"ח': "ILS",
  שקל: "ILS",
  שקלים: "ILS",
};
let known: Currencies | undefined;

/** Signs, codes and names of all currencies, from the runtime's own locale data. */
function currencies(): Currencies {
  if (known) return known;
  const signs = new Map<string, string[]>();
  const add = (sign: string, code: string) => {
    const codes = signs.get(sign) ?? [];
    if (!codes.includes(code)) signs.set(sign, [...codes, code].sort(byPreference));
  };
  for (const code of Intl.supportedValuesOf("currency")) {
    add(code, code);
    add(partOf(code, "symbol", 1), code);
    add(partOf(code, "narrowSymbol", 1), code);
    for (const count of [1, 2]) {
      const name = partOf(code, "name", count).toLowerCase();
      add(name, code);
      add(name.split(" ").at(-1) ?? name, code);
    }
  }
  for (const [word, code] of Object.entries(extra)) signs.set(word, [code]);
  const sign = [...signs.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  known = { signs, sign };
  return known;
}

function partOf(currency: string, currencyDisplay: "symbol" | "narrowSymbol" | "name", count: number): string {
  const parts = new Intl.NumberFormat("en", {
    ...{ style: "currency", currency, currencyDisplay },
    maximumFractionDigits: 0, // "1 euro", not "1.00 euros"
  }).formatToParts(count);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

function byPreference(a: string, b: string): number {
  const rank = (code: string) => (preferred.indexOf(code) + preferred.length + 1) % (preferred.length + 1);
  return rank(a) - rank(b) || a.localeCompare(b);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

let before: RegExp | undefined;
let after: RegExp | undefined;

/** Every amount of money in a text. An ambiguous currency sign ($, kr) gives one reading per currency, the likeliest first. */
export function scanMoney(text: string, { currency }: Pick<ReadingContext, "currency">): Mention[] {
  const { signs, sign } = currencies();
  before ??= new RegExp(`(?<!\\p{L})(${sign})\\s?$`, "u");
  after ??= new RegExp(`^(m)?[\\s-]?(${sign})(?!\\p{L})`, "iu");
  return scanNumbers(text).flatMap(({ start, end, values }) => {
    const lead = before?.exec(text.slice(Math.max(0, start - 12), start));
    const trail = after?.exec(text.slice(end, end + 24));
    const codes = codesOf(signs, lead?.[1]) ?? codesOf(signs, trail?.[2]);
    if (!codes) return [];
    const isMillions = trail?.[1] !== undefined || /^m(?!\p{L})/iu.test(text.slice(end, end + 2));
    const ordered =
      currency && codes.includes(currency) ? [currency, ...codes.filter((code) => code !== currency)] : codes;
    return [
      {
        start: lead ? start - lead[0].length : start,
        end: end + (lead ? 0 : (trail?.[0].length ?? 0)),
        readings: values.flatMap((value) => ordered.map((code) => amount(code, isMillions ? value * 1e6 : value))),
      },
    ];
  });
}

function codesOf(signs: Map<string, string[]>, sign: string | undefined): string[] | undefined {
  if (sign === undefined) return undefined;
  return signs.get(sign) ?? signs.get(sign.toUpperCase()) ?? signs.get(sign.toLowerCase());
}

export function amount(currency: string, value: number): string {
  return `money:${currency}:${plainNumber(value)}`;
}

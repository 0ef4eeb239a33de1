const unitsPerDollar = 1_000_000n;
const fewestDecimals = 2;

/** Millionths of a dollar for people: `1234500` → `$1.2345`; as many decimals as it has, two at least. */
export function formatDollars(units: string | bigint): string {
  const amount = BigInt(units);
  const size = amount < 0n ? -amount : amount;
  const decimals = (size % unitsPerDollar).toString().padStart(6, "0").replace(/0+$/, "").padEnd(fewestDecimals, "0");
  return `${amount < 0n ? "-" : ""}$${size / unitsPerDollar}.${decimals}`;
}

/** The fewest whole dollars that cover an amount, as people type them: `300000` → `1`. */
export function coveringDollars(units: string | bigint): string {
  const dollars = (BigInt(units) + unitsPerDollar - 1n) / unitsPerDollar;
  return String(dollars < 1n ? 1n : dollars);
}

export type ParsedDollars = { ok: true; units: bigint } | { ok: false; why: string };

/**
 * An amount as people type it (`5`, `5.00`, `$5`) in millionths of a dollar. Whatever could be meant otherwise is
 * refused with the reason: nobody's money hangs on a guess.
 */
export function parseDollars(typed: string): ParsedDollars {
  const text = typed.trim();
  const refuse = (why: string): ParsedDollars => ({ ok: false, why: `"${typed}" ${why}` });
  if (/^(\$\s*)?[-−]|^[-−]/.test(text))
    return refuse("is less than nothing: give an amount above zero, like 5 or 12.50.");
  if (/\p{L}{2,}|[€£¥₪]/u.test(text) && /\d/.test(text)) {
    return refuse("names a currency or a word: accounts are kept in US dollars, so give the number alone, like 12.50.");
  }
  const parts = /^\$?\s*(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return refuse("is not an amount in dollars: write it like 5 or 12.50.");
  const [, dollars = "", decimals = ""] = parts;
  if (decimals.length > 6) return refuse("has more than six decimals: the smallest amount is a millionth of a dollar.");
  if (dollars.replace(/^0+/, "").length > 7) return refuse("is too large: below ten million dollars, please.");
  const units = BigInt(dollars) * unitsPerDollar + BigInt(decimals.padEnd(6, "0"));
  return units === 0n ? refuse("is nothing: give an amount above zero, like 5 or 12.50.") : { ok: true, units };
}

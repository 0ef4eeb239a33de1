const unitsPerDollar = 1_000_000n;
const fewestDecimals = 2;

/** Formats millionths of a dollar: `1234500` → `$1.2345`, with at least two decimals. */
export function formatDollars(units: string | bigint): string {
  const amount = BigInt(units);
  const size = amount < 0n ? -amount : amount;
  const decimals = (size % unitsPerDollar).toString().padStart(6, "0").replace(/0+$/, "").padEnd(fewestDecimals, "0");
  return `${amount < 0n ? "-" : ""}$${size / unitsPerDollar}.${decimals}`;
}

/** Rounds an amount up to whole dollars, at least one, as people type them: `300000` → `1`. */
export function coveringDollars(units: string | bigint): string {
  const dollars = (BigInt(units) + unitsPerDollar - 1n) / unitsPerDollar;
  return String(dollars < 1n ? 1n : dollars);
}

export type ParsedDollars = { ok: true; units: bigint } | { ok: false; why: string };

/** Parses an amount in dollars (`5`, `5.00`, `$5`) into millionths. Rejects ambiguous text with a reason. */
export function parseDollars(typed: string): ParsedDollars {
  const text = typed.trim();
  const refuse = (why: string): ParsedDollars => ({ ok: false, why: `"${typed}" ${why}` });
  if (/^(\$\s*)?[-−]|^[-−]/.test(text)) return refuse("is negative. Give an amount above zero, such as 5 or 12.50.");
  if (/\p{L}{2,}|[€£¥₪]/u.test(text) && /\d/.test(text)) {
    return refuse("contains a currency or a word. Amounts are in US dollars: give only the number, such as 12.50.");
  }
  const parts = /^\$?\s*(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return refuse("is not an amount in dollars. Use a number such as 5 or 12.50.");
  const [, dollars = "", decimals = ""] = parts;
  if (decimals.length > 6) return refuse("has more than six decimals. The smallest amount is a millionth of a dollar.");
  if (dollars.replace(/^0+/, "").length > 7) return refuse("is too large. Give less than ten million dollars.");
  const units = BigInt(dollars) * unitsPerDollar + BigInt(decimals.padEnd(6, "0"));
  return units === 0n ? refuse("is zero. Give an amount above zero, such as 5 or 12.50.") : { ok: true, units };
}

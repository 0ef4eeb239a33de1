/** Formats millionths of a dollar as dollars: with two to six decimals, and no trailing zeros beyond the second. */
export const perMillion = (units: number): string => (units / 1_000_000).toFixed(6).replace(/0{1,4}$/, "");

const counts = new Intl.NumberFormat("en");

/** Formats millionths of a dollar, rounded for tables: to cents, with more digits for smaller amounts. */
export function shortDollars(units: string): string {
  const amount = BigInt(units);
  if (amount < 0n) return `-${shortDollars(String(-amount))}`;
  if (amount === 0n) return "$0";
  const decimals = amount >= 1_000_000n ? 2 : amount >= 10_000n ? 4 : 6;
  const step = 10n ** BigInt(6 - decimals);
  const rounded = (amount + step / 2n) / step;
  const digits = rounded.toString().padStart(decimals + 1, "0");
  return `$${counts.format(BigInt(digits.slice(0, -decimals)))}.${digits.slice(-decimals)}`;
}

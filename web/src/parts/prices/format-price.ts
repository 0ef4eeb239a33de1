import { formatCount } from "../../ui/format.ts";

/** An amount with commas and at most two decimals, as people write prices: 4,488 or 33.5. */
export function formatPrice(amount: number): string {
  const [whole = "0", decimals] = String(Math.round(Math.abs(amount) * 100) / 100).split(".");
  return `${amount < 0 ? "−" : ""}${formatCount(BigInt(whole))}${decimals ? `.${decimals}` : ""}`;
}

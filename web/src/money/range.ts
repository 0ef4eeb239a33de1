import type { QuotedPrices, Session } from "@dialectic/contract";

/** Where things stand on a bar, in percent of its length. */
export type Range = { spent: number; held: number; low: number; expected: number; high: number; cap: number | null };

/**
 * Spent, set aside, quote and cap on one scale. The high end of a quote may be fifty times the expected price: drawn in
 * full it would leave nothing of the rest to see, so the bar ends at three times the expected price unless more matters.
 */
export function rangeOf({
  spent,
  quote,
  budget,
}: Pick<Session, "spent" | "budget"> & { quote: QuotedPrices | null }): Range | null {
  if (!quote || quote.free) return null;
  // Drawn, not reckoned with: a number may lose digits here.
  const expected = Number(quote.expected);
  const held = Number(budget?.held ?? 0);
  const cap = Number(budget?.cap ?? 0);
  const end = Math.max(Number(spent) + held, expected, Math.min(Number(quote.high), expected * 3), cap);
  if (end <= 0) return null;
  const at = (amount: number): number => Math.min(100, Math.floor((amount * 1000) / end) / 10);
  return {
    spent: at(Number(spent)),
    held: at(held),
    low: at(Number(quote.low)),
    expected: at(expected),
    high: at(Number(quote.high)),
    cap: budget ? at(cap) : null,
  };
}

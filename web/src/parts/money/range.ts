import type { QuotedPrices, Session } from "@dialectic/contract";

/** Positions on a bar, in percent of its length. */
export type Range = { spent: number; held: number; low: number; expected: number; high: number; cap: number | null };

/**
 * Spent and held money, quote and budget on one scale. The bar ends at the high end of the quote, but at no more than three
 * times the expected price, because the high end may be fifty times that price and would squeeze everything else. The
 * bar is longer if the budget, or the sum of spent and held money, is higher.
 */
export function rangeOf({
  spent,
  quote,
  budget,
}: Pick<Session, "spent" | "budget"> & { quote: QuotedPrices | null }): Range | null {
  if (!quote || quote.free) return null;
  // Numbers may lose digits here, because they are only for drawing.
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

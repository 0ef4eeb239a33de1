import type { Quote } from "./quote.ts";
import type { Session } from "./resources.ts";

export type QuotedPrices = Pick<Quote, "low" | "expected" | "high" | "free">;

/** What a session was expected to cost with all its iterations, to stand beside what it did; null: nobody knows. */
export function quotedInAll({
  quote,
  iterationQuotes,
}: Pick<Session, "quote" | "iterationQuotes">): QuotedPrices | null {
  if (!quote) return null;
  const all = [quote, ...iterationQuotes];
  const sum = (of: (one: QuotedPrices) => string) => String(all.reduce((total, one) => total + BigInt(of(one)), 0n));
  const free = all.every((one) => one.free);
  return { low: sum((one) => one.low), expected: sum((one) => one.expected), high: sum((one) => one.high), free };
}

import { parseDollars, type Quote, type Wallet } from "@dialectic/contract";
import { formatAmount, formatEstimate } from "../../ui/format.ts";

/** Says why the run will probably pause before its end; null if it probably will not. `budget` is the text as typed. */
export function quoteWarning(quote: Quote, budget: string, wallet: Wallet | undefined): string | null {
  if (quote.free) return null;
  const cap = parseDollars(budget);
  if (cap.ok && cap.units < BigInt(quote.low)) {
    return `The budget is too low: the run costs at least ${formatEstimate(quote.low)} and will pause before its end.`;
  }
  if (cap.ok && cap.units < BigInt(quote.expected)) {
    return `The run will probably pause at your budget: the expected cost is about ${formatEstimate(quote.expected)}.`;
  }
  if (wallet && BigInt(wallet.free) < BigInt(quote.expected)) {
    return `${formatAmount(wallet.free)} is free in your wallet. The run pauses when it is used up, and continues when you add money.`;
  }
  return null;
}

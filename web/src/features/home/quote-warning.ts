import { parseDollars, type Quote, type Wallet } from "@dialectic/contract";
import { formatAmount, formatEstimate } from "../../ui/format.ts";

/** What will stop the run before its end as things stand; null: probably nothing. The budget is as it was typed. */
export function quoteWarning(quote: Quote, budget: string, wallet: Wallet | undefined): string | null {
  if (quote.free) return null;
  const cap = parseDollars(budget);
  if (cap.ok && cap.units < BigInt(quote.low)) {
    return `It will pause before its end: ${formatEstimate(quote.low)} is the least it can cost.`;
  }
  if (cap.ok && cap.units < BigInt(quote.expected)) {
    return `It will probably pause at your budget: about ${formatEstimate(quote.expected)} is expected.`;
  }
  if (wallet && BigInt(wallet.free) < BigInt(quote.expected)) {
    return `${formatAmount(wallet.free)} is free in your wallet: it pauses when that is used up, and goes on when you add money.`;
  }
  return null;
}

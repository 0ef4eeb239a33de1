import { coveringDollars, parseDollars } from "./dollars.ts";
import type { SessionId } from "./ids.ts";
import type { Budget, PaymentWait, Wallet } from "./wallet.ts";

/** A way to let paused jobs continue. Amounts are in millionths of a dollar, as in the API. */
export type PaymentOption =
  | { kind: "approve"; waits: PaymentWait[]; amount: string }
  | { kind: "top-up"; waits: PaymentWait[]; amount: string; shortBy: string }
  | { kind: "raise"; waits: PaymentWait[]; sessionId: SessionId; cap: string }
  /** The money has arrived: the jobs continue without further action. */
  | { kind: "wait"; waits: PaymentWait[] };

/** The funds that the calls are paid from. `budgetOf` returns null if the session has no budget. */
type Funds = { wallet: Wallet; budgetOf: (sessionId: SessionId) => Budget | null };

const sum = (waits: readonly PaymentWait[]): bigint => waits.reduce((total, wait) => total + BigInt(wait.amount), 0n);

/** Rounds up to whole dollars: if only the missing cent were added, the next call would lack money again. */
export function inWholeDollars(units: bigint): string {
  const parsed = parseDollars(coveringDollars(units));
  return parsed.ok ? parsed.units.toString() : units.toString();
}

/**
 * The payment options for these waits. Each option covers everything that its waits need now; later calls may need
 * more.
 */
export function paymentOptions(waits: readonly PaymentWait[], { wallet, budgetOf }: Funds): PaymentOption[] {
  const asking = waits.filter((wait) => wait.reason === "approval");
  const short = waits.filter((wait) => wait.reason === "funds" && wait.shortBy !== "0");
  const ready = waits.filter((wait) => wait.reason === "funds" && wait.shortBy === "0");
  const options: PaymentOption[] = [];
  if (asking.length > 0) options.push({ kind: "approve", waits: asking, amount: sum(asking).toString() });
  const ofWallet: PaymentWait[] = [];
  const raises: PaymentOption[] = [];
  for (const [sessionId, own] of Map.groupBy(short, (wait) => (wait.limit === "budget" ? wait.sessionId : null))) {
    const budget = sessionId && budgetOf(sessionId);
    if (!sessionId || !budget) ofWallet.push(...own);
    else {
      const used = BigInt(budget.cap) - BigInt(budget.free);
      raises.push({ kind: "raise", waits: own, sessionId, cap: inWholeDollars(used + sum(own)) });
    }
  }
  if (ofWallet.length > 0) {
    const shortBy = sum(ofWallet) - BigInt(wallet.free);
    options.push({ kind: "top-up", waits: ofWallet, amount: inWholeDollars(shortBy), shortBy: shortBy.toString() });
  }
  options.push(...raises);
  if (options.length === 0 && ready.length > 0) options.push({ kind: "wait", waits: ready });
  return options;
}

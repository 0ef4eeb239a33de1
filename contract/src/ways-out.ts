import { coveringDollars, parseDollars } from "./dollars.ts";
import type { SessionId } from "./ids.ts";
import type { Budget, PaymentWait, Wallet } from "./money.ts";

/** What lets resting jobs go on. Amounts in millionths of a dollar, as the API takes them. */
export type WayOut =
  | { kind: "approve"; waits: PaymentWait[]; amount: string }
  | { kind: "top-up"; waits: PaymentWait[]; amount: string; shortBy: string }
  | { kind: "raise"; waits: PaymentWait[]; sessionId: SessionId; cap: string }
  /** The money is there: nothing is to be done. */
  | { kind: "wait"; waits: PaymentWait[] };

/** What there is to pay with. No budget: nothing caps that session, or not any more. */
type Means = { wallet: Wallet; budgetOf: (sessionId: SessionId) => Budget | null };

const sum = (waits: readonly PaymentWait[]): bigint => waits.reduce((total, wait) => total + BigInt(wait.amount), 0n);

/** Rounds up to whole dollars, as people add them: what is short now may be a cent, and the next call wants one, too. */
export function inWholeDollars(units: bigint): string {
  const parsed = parseDollars(coveringDollars(units));
  return parsed.ok ? parsed.units.toString() : units.toString();
}

/** The ways out of what these waits lack, each covering all that is asked for now; later calls may ask for more. */
export function waysOut(waits: readonly PaymentWait[], { wallet, budgetOf }: Means): WayOut[] {
  const asking = waits.filter((wait) => wait.reason === "approval");
  const short = waits.filter((wait) => wait.reason === "funds" && wait.shortBy !== "0");
  const ready = waits.filter((wait) => wait.reason === "funds" && wait.shortBy === "0");
  const ways: WayOut[] = [];
  if (asking.length > 0) ways.push({ kind: "approve", waits: asking, amount: sum(asking).toString() });
  const ofWallet: PaymentWait[] = [];
  const raises: WayOut[] = [];
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
    ways.push({ kind: "top-up", waits: ofWallet, amount: inWholeDollars(shortBy), shortBy: shortBy.toString() });
  }
  ways.push(...raises);
  if (ways.length === 0 && ready.length > 0) ways.push({ kind: "wait", waits: ready });
  return ways;
}

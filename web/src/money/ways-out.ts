import { coveringDollars, type PaymentWait, parseDollars, type Session, type Wallet } from "@dialectic/contract";

/** What lets resting jobs go on. Amounts in millionths of a dollar, as the API takes them. */
export type WayOut =
  | { kind: "approve"; waits: PaymentWait[]; amount: string }
  | { kind: "top-up"; waits: PaymentWait[]; amount: string; shortBy: string }
  | { kind: "raise"; waits: PaymentWait[]; cap: string }
  /** The money is there: nothing is to be done. */
  | { kind: "wait"; waits: PaymentWait[] };

const sum = (waits: readonly PaymentWait[], of: (wait: PaymentWait) => string | null): bigint =>
  waits.reduce((total, wait) => total + BigInt(of(wait) ?? "0"), 0n);

/** Whole dollars, as people add them: what is short now may be a cent, and the next call wants one, too. */
function inWholeDollars(units: bigint): string {
  const parsed = parseDollars(coveringDollars(units));
  return parsed.ok ? parsed.units.toString() : units.toString();
}

/**
 * The ways out of what the waits of one session lack, each covering all that is asked for now; later calls may ask for
 * more. Without a session (a call of no session) there is no budget to raise.
 */
export function waysOut(
  waits: readonly PaymentWait[],
  { wallet, budget }: { wallet: Wallet; budget: Session["budget"] },
): WayOut[] {
  const asking = waits.filter((wait) => wait.reason === "approval");
  const short = waits.filter((wait) => wait.reason === "funds" && wait.shortBy !== "0");
  const ofBudget = budget ? short.filter((wait) => wait.limit === "budget") : [];
  const ofWallet = short.filter((wait) => !ofBudget.includes(wait));
  const ready = waits.filter((wait) => wait.reason === "funds" && wait.shortBy === "0");
  const ways: WayOut[] = [];
  if (asking.length > 0) {
    ways.push({ kind: "approve", waits: asking, amount: sum(asking, (wait) => wait.amount).toString() });
  }
  if (ofWallet.length > 0) {
    const shortBy = sum(ofWallet, (wait) => wait.amount) - BigInt(wallet.free);
    ways.push({ kind: "top-up", waits: ofWallet, amount: inWholeDollars(shortBy), shortBy: shortBy.toString() });
  }
  if (budget && ofBudget.length > 0) {
    const used = BigInt(budget.cap) - BigInt(budget.free);
    ways.push({ kind: "raise", waits: ofBudget, cap: inWholeDollars(used + sum(ofBudget, (wait) => wait.amount)) });
  }
  if (ways.length === 0 && ready.length > 0) ways.push({ kind: "wait", waits: ready });
  return ways;
}

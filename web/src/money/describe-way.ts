import type { PaymentWait, Session, Wallet, WayOut } from "@dialectic/contract";
import { formatAmount, formatNumber } from "../ui/format.ts";

type Means = { wallet: Wallet; budget: Session["budget"] };

/** Why work is paused, what it needs, and what happens once it has that. */
export function describeWay(way: WayOut, { wallet, budget }: Means): { title: string; text: string } {
  const { waits } = way;
  const one = waits.length === 1;
  const need = `${who(waits)} ${one ? "needs" : "need"} ${formatAmount(totalOf(waits))}${one ? "" : " together"}`;
  const goesOn = one ? "it goes on by itself" : "they go on by themselves";
  switch (way.kind) {
    case "approve":
      return {
        title: "Paused before spending.",
        text: `${who(waits)} may cost up to ${formatAmount(way.amount)}${shareOf(way.amount, wallet.balance)}. ${one ? "It waits" : "They wait"} until you approve.`,
      };
    case "top-up":
      return {
        title: `${formatAmount(way.shortBy)} short.`,
        text: `${need}, and ${formatAmount(wallet.free)} is free. Add money and ${goesOn}.`,
      };
    case "raise":
      return {
        title: `The budget of ${formatAmount(budget?.cap ?? "0")} is reached.`,
        text: `${need}, and ${formatAmount(budget?.free ?? "0")} of it is left. Raise it and ${goesOn}.`,
      };
    case "wait":
      return { title: "The money is there.", text: `${who(waits)} ${one ? "goes" : "go"} on in a moment.` };
  }
}

/** The words on the button, with the amount it moves or allows. */
export function nameWay(way: Exclude<WayOut, { kind: "wait" }>): string {
  if (way.kind === "raise") return `Raise to ${formatAmount(way.cap)}`;
  if (way.kind === "top-up") return `Add ${formatAmount(way.amount)}`;
  return way.waits.length === 1
    ? `Approve ${formatAmount(way.amount)}`
    : `Approve all ${way.waits.length}, ${formatAmount(way.amount)}`;
}

const totalOf = (waits: readonly PaymentWait[]): bigint => waits.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

function who(waits: readonly PaymentWait[]): string {
  const [first] = waits;
  return waits.length === 1 && first ? first.label : formatNumber(waits.length, "piece of work", "pieces of work");
}

/** How much of the balance an amount is, as a clause; empty where there is no balance. */
export function shareOf(amount: string, balance: string): string {
  if (BigInt(balance) <= 0n) return "";
  const percent = (BigInt(amount) * 100n + BigInt(balance) / 2n) / BigInt(balance);
  return `, ${percent < 1n ? 1n : percent}\u00a0% of your balance`;
}

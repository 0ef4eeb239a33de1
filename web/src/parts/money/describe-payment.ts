import type { PaymentOption, PaymentWait, Session, Wallet } from "@dialectic/contract";
import { formatAmount, formatNumber } from "../../ui/format.ts";

type Funds = { wallet: Wallet; budget: Session["budget"] };

/** Explains why work is paused, how much it needs, and what happens once that is paid. */
export function describePayment(option: PaymentOption, { wallet, budget }: Funds): { title: string; text: string } {
  const { waits } = option;
  const one = waits.length === 1;
  const need = `${who(waits)} ${one ? "needs" : "need"} ${formatAmount(totalOf(waits))}${one ? "" : " together"}`;
  const continues = one ? "it continues automatically" : "they continue automatically";
  switch (option.kind) {
    case "approve":
      return {
        title: "Paused before spending.",
        text: `${who(waits)} may cost up to ${formatAmount(option.amount)}${shareOf(option.amount, wallet.balance)}. ${one ? "It needs" : "They need"} your approval.`,
      };
    case "top-up":
      return {
        title: `${formatAmount(option.shortBy)} short.`,
        text: `${need}, and ${formatAmount(wallet.free)} is free. Add money and ${continues}.`,
      };
    case "raise":
      return {
        title: `The budget of ${formatAmount(budget?.cap ?? "0")} is reached.`,
        text: `${need}, and ${formatAmount(budget?.free ?? "0")} is left. Raise the budget and ${continues}.`,
      };
    case "wait":
      return { title: "The money has arrived.", text: `${who(waits)} ${one ? "continues" : "continue"} in a moment.` };
  }
}

/** The label of the button, with its amount. */
export function namePayment(option: Exclude<PaymentOption, { kind: "wait" }>): string {
  if (option.kind === "raise") return `Raise to ${formatAmount(option.cap)}`;
  if (option.kind === "top-up") return `Add ${formatAmount(option.amount)}`;
  return option.waits.length === 1
    ? `Approve ${formatAmount(option.amount)}`
    : `Approve all ${option.waits.length}, ${formatAmount(option.amount)}`;
}

const totalOf = (waits: readonly PaymentWait[]): bigint => waits.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

function who(waits: readonly PaymentWait[]): string {
  const [first] = waits;
  return waits.length === 1 && first ? first.label : formatNumber(waits.length, "job");
}

/** Describes an amount as a share of the balance, in a clause; empty if there is no balance. */
export function shareOf(amount: string, balance: string): string {
  if (BigInt(balance) <= 0n) return "";
  const percent = (BigInt(amount) * 100n + BigInt(balance) / 2n) / BigInt(balance);
  return `, ${percent < 1n ? 1n : percent}\u00a0% of your balance`;
}

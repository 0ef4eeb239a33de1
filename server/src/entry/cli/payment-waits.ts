import {
  type Client,
  coveringDollars,
  formatDollars,
  type PaymentWait,
  type SessionId,
  type Wallet,
} from "@dialectic/contract";
import type { Config } from "#platform";
import { commandFor } from "./command-for.ts";

/** What a job waits for, in a few words. */
export function describeWait({ label, reason, amount, limit, shortBy }: PaymentWait): string {
  if (reason === "approval") return `${label} waits for leave to spend ${formatDollars(amount)}`;
  if (shortBy === "0") return `${label} is about to go on`;
  return `${label} needs ${formatDollars(amount)}, which is ${formatDollars(shortBy ?? amount)} more than the ${limit ?? "wallet"} has`;
}

/** The commands that let these jobs go on, each once. They cover what is asked for now; later calls may ask for more. */
export async function waysOut(config: Config, client: Client, waits: readonly PaymentWait[]): Promise<string[]> {
  const short = waits.filter((wait) => wait.reason === "funds" && wait.shortBy !== "0");
  const ofWallet = short.filter((wait) => wait.limit !== "budget");
  const bySession = Map.groupBy(
    short.filter((wait) => wait.limit === "budget"),
    (wait) => wait.sessionId,
  );
  const ways: string[] = [];
  if (ofWallet.length > 0) ways.push(topUpCommand(config, await client.getWallet(), ofWallet));
  for (const [sessionId, ofBudget] of bySession) {
    if (sessionId) ways.push(await budgetCommand(config, client, sessionId, ofBudget));
  }
  const asking = waits.filter((wait) => wait.reason === "approval");
  return [...ways, ...asking.map((wait) => commandFor(config, `jobs approve ${wait.jobId}`))];
}

const sumOf = (waits: readonly PaymentWait[]): bigint => waits.reduce((sum, wait) => sum + BigInt(wait.amount), 0n);

export const topUpCommand = (config: Config, wallet: Wallet, waits: readonly PaymentWait[]): string =>
  commandFor(config, `wallet top-up ${coveringDollars(sumOf(waits) - BigInt(wallet.free))}`);

async function budgetCommand(
  config: Config,
  client: Client,
  sessionId: SessionId,
  waits: readonly PaymentWait[],
): Promise<string> {
  const { budget } = await client.getBudget({ params: { sessionId } });
  const used = budget ? BigInt(budget.cap) - BigInt(budget.free) : 0n;
  return commandFor(config, `wallet budget ${sessionId} ${coveringDollars(used + sumOf(waits))}`);
}

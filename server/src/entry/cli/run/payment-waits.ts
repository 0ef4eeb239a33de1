import {
  type Client,
  coveringDollars,
  formatDollars,
  type PaymentWait,
  type SessionId,
  type Wallet,
  type WayOut,
  waysOut,
} from "@dialectic/contract";
import type { Config } from "#platform";
import { commandFor } from "../output/command-for.ts";

/** What a job waits for, in a few words. */
export function describeWait({ label, reason, amount, limit, shortBy }: PaymentWait): string {
  if (reason === "approval") return `${label} waits for your approval to spend ${formatDollars(amount)}`;
  if (shortBy === "0") return `${label} continues in a moment`;
  return `${label} needs ${formatDollars(amount)}, which is ${formatDollars(shortBy ?? amount)} more than the ${limit ?? "wallet"} has`;
}

/** The commands that let these jobs continue, each once. */
export async function commandsOut(config: Config, client: Client, waits: readonly PaymentWait[]): Promise<string[]> {
  if (waits.length === 0) return [];
  const wallet = await client.getWallet();
  const budgets = new Map<SessionId, Awaited<ReturnType<Client["getBudget"]>>["budget"]>();
  for (const { limit, sessionId } of waits) {
    if (limit !== "budget" || !sessionId || budgets.has(sessionId)) continue;
    budgets.set(sessionId, (await client.getBudget({ params: { sessionId } })).budget);
  }
  const ways = waysOut(waits, { wallet, budgetOf: (sessionId) => budgets.get(sessionId) ?? null });
  return ways.flatMap((way) => typed(way)).map((command) => commandFor(config, command));
}

function typed(way: WayOut): string[] {
  if (way.kind === "approve") return way.waits.map(({ jobId }) => `jobs approve ${jobId}`);
  if (way.kind === "top-up") return [`wallet top-up ${coveringDollars(way.amount)}`];
  if (way.kind === "raise") return [`wallet budget ${way.sessionId} ${coveringDollars(way.cap)}`];
  return [];
}

/** The command that pays for all of these. */
export function topUpCommand(config: Config, wallet: Wallet, waits: readonly PaymentWait[]): string {
  const asked = waits.reduce((sum, wait) => sum + BigInt(wait.amount), 0n);
  return commandFor(config, `wallet top-up ${coveringDollars(asked - BigInt(wallet.free))}`);
}

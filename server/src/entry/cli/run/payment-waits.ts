import {
  type Client,
  coveringDollars,
  formatDollars,
  type PaymentOption,
  type PaymentWait,
  paymentOptions,
  type Session,
  type SessionId,
  type Wallet,
} from "@dialectic/contract";
import { AppError, type Config } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";

/** Describes in a few words what a paused job needs. */
export function describeWait({ label, reason, amount, limit, shortBy }: PaymentWait): string {
  if (reason === "approval") return `${label} needs your approval to spend ${formatDollars(amount)}`;
  if (shortBy === "0") return `${label} continues in a moment`;
  return `${label} needs ${formatDollars(amount)}, which is ${formatDollars(shortBy ?? amount)} more than the ${limit ?? "wallet"} has`;
}

/** The commands that let these jobs continue, without repetitions. */
export async function paymentCommands(
  config: Config,
  client: Client,
  waits: readonly PaymentWait[],
): Promise<string[]> {
  if (waits.length === 0) return [];
  const wallet = await client.getWallet();
  const budgets = new Map<SessionId, Awaited<ReturnType<Client["getBudget"]>>["budget"]>();
  for (const { limit, sessionId } of waits) {
    if (limit !== "budget" || !sessionId || budgets.has(sessionId)) continue;
    budgets.set(sessionId, (await client.getBudget({ params: { sessionId } })).budget);
  }
  const options = paymentOptions(waits, { wallet, budgetOf: (sessionId) => budgets.get(sessionId) ?? null });
  return options.flatMap(toCommands).map((command) => commandFor(config, command));
}

function toCommands(option: PaymentOption): string[] {
  if (option.kind === "approve") return option.waits.map(({ jobId }) => `jobs approve ${jobId}`);
  if (option.kind === "top-up") return [`wallet top-up ${coveringDollars(option.amount)}`];
  if (option.kind === "raise") return [`wallet budget ${option.sessionId} ${coveringDollars(option.cap)}`];
  return [];
}

/** The command that adds enough money for all of these jobs. */
function topUpCommand(config: Config, wallet: Wallet, waits: readonly PaymentWait[]): string {
  const asked = waits.reduce((sum, wait) => sum + BigInt(wait.amount), 0n);
  return commandFor(config, `wallet top-up ${coveringDollars(asked - BigInt(wallet.free))}`);
}

/** Says why a run is paused for money or approval, and what to do. */
export async function paymentError(cli: Cli, client: Client, session: Session): Promise<AppError> {
  const { items: waits } = await client.listPaymentWaits({ query: { session: session.id } });
  const stage = session.stages.find((one) => one.stage === session.currentStage);
  const [first] = waits;
  const what = first ? describeWait(first) : "the wallet or the budget is used up";
  const others = waits.length > 1 ? `, and ${waits.length - 1} more are waiting` : "";
  const commands = await paymentCommands(cli.config, client, waits);
  if (commands.length === 0) commands.push(topUpCommand(cli.config, await client.getWallet(), waits));
  const goOn = commandFor(cli.config, `session resume ${session.id}`);
  return new AppError(
    "run_paused",
    `${stage?.name ?? session.currentStage} is paused: ${what}${others}. Run ${commands.join(", ")}, then ${goOn} to continue.`,
  );
}

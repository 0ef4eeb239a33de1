import type { Client, Session } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { commandsOut, describeWait, topUpCommand } from "./payment-waits.ts";

/** Why a run that waits for money or approval does not continue, and what to type. */
export async function paymentError(cli: Cli, client: Client, session: Session): Promise<AppError> {
  const { items: waits } = await client.listPaymentWaits({ query: { session: session.id } });
  const stage = session.stages.find((one) => one.stage === session.currentStage);
  const [first] = waits;
  const what = first ? describeWait(first) : "the wallet or the budget is used up";
  const others = waits.length > 1 ? `, and ${waits.length - 1} more wait` : "";
  const ways = await commandsOut(cli.config, client, waits);
  if (ways.length === 0) ways.push(topUpCommand(cli.config, await client.getWallet(), waits));
  const goOn = commandFor(cli.config, `session resume ${session.id}`);
  return new AppError(
    "run_paused",
    `${stage?.name ?? session.currentStage} is paused: ${what}${others}. Type ${ways.join(", ")}, then ${goOn} to continue where it was.`,
  );
}

import type { Client, Session } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { describeWait, paymentCommands, topUpCommand } from "./payment-waits.ts";

/** Why a run is paused for money or an approval, and what to do. */
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

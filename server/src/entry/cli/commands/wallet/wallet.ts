import { type Budget, formatDollars, type PaymentWait, type Wallet } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError, uuidv7 } from "#platform";
import { addCommand } from "../../add-command.ts";
import { verbError } from "../../command-errors.ts";
import { connect } from "../../connect/connect.ts";
import { readAmount } from "../../input/read-amount.ts";
import { readRef } from "../../input/read-ref.ts";
import { FailedWithResult } from "../../output/explain.ts";
import { list } from "../../output/table.ts";
import { describeResumed } from "../../output/texts/describe-resumed.ts";
import { describeWait, paymentCommands } from "../../run/payment-waits.ts";
import type { Start } from "../../start-command.ts";
import { statementCommands } from "./wallet-statement.ts";

export function walletCommands(program: Command, start: Start): void {
  const wallet = program
    .command("wallet")
    .description(
      "Shows the balance, the spending and what waits for money; adds money and sets budgets. Without a verb, shows the balance.",
    )
    .usage("[verb] [options]");

  addCommand(wallet, "show", "Shows the balance, and what is waiting for money or your approval.", { isDefault: true })
    // An unknown verb reaches this default command as an argument, possibly with unknown options.
    .allowUnknownOption()
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, ...args) => {
        if (args.length > 0) throw verbError(wallet, args[0]);
        await using link = await connect(cli);
        const [money, waits] = [await link.client.getWallet(), (await link.client.listPaymentWaits()).items];
        const commands = await paymentCommands(cli.config, link.client, waits);
        cli.print({ ...money, waits }, () => describeWallet(money, waits, commands));
      }),
    );

  addCommand(
    wallet,
    "top-up <amount...>",
    "Adds dollars (5, 5.00 or $5) and resumes the jobs that are waiting for money.",
  )
    .option("--note <text>", "note for the statement")
    .option("--key <key>", "idempotency key: the top-up is booked once per key (default: a new key)")
    .action(
      start({ note: z.string().optional(), key: z.string().optional() }, async (cli, options, typed = "") => {
        const body = { ...options, amount: readAmount(typed), key: options.key ?? uuidv7() };
        await using link = await connect(cli);
        const added = await link.client.topUpWallet({ body });
        const resumed = await describeResumed(cli, link, added.resumed);
        cli.print(added, () => `${describeBalance(added.wallet)}${resumed}`);
      }),
    );

  statementCommands(wallet, start);

  addCommand(
    wallet,
    "budget <session> [amount...]",
    "Shows, sets or removes the budget of a session. The amount “none” removes it.",
  ).action(
    start({}, async (cli, _options, id, typed = "") => {
      const ref = readRef("session", id);
      const cap = readCap(typed);
      await using link = await connect(cli);
      const params = { sessionId: await ref(link.client) };
      if (cap === undefined) {
        const found = await link.client.getBudget({ params });
        return cli.print(found, () => describeBudget(found.budget));
      }
      const changed = await link.client.changeBudget({ params, body: { cap } });
      const resumed = await describeResumed(cli, link, changed.resumed);
      cli.print(changed, () => `${describeBudget(changed.budget)}${resumed}`);
    }),
  );

  addCommand(wallet, "audit", "Checks that the recorded balances match the entries.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const report = await link.client.auditWallet();
      if (report.ok) return cli.print(report, () => "The recorded balances match the entries.");
      const [first] = report.discrepancies;
      const sentence = `${report.discrepancies.length} recorded balances do not match the entries: ${first?.what} of ${first?.subject} is recorded as ${first?.kept}, but its entries add up to ${first?.rebuilt}.`;
      throw new FailedWithResult(new AppError("internal", sentence), report);
    }),
  );
}

/** Returns undefined to show the budget, null to remove it. */
function readCap(typed: string): string | null | undefined {
  if (typed === "") return undefined;
  return typed === "none" ? null : readAmount(typed);
}

const describeBalance = (wallet: Wallet): string =>
  list([
    ["balance", formatDollars(wallet.balance)],
    ["held", formatDollars(wallet.held)],
    ["free", formatDollars(wallet.free)],
  ]);

function describeWallet(wallet: Wallet, waits: readonly PaymentWait[], commands: readonly string[]): string {
  const parts = [describeBalance(wallet)];
  if (waits.length > 0) parts.push(`Waiting:\n${waits.map((wait) => `  ${describeWait(wait)}`).join("\n")}`);
  if (commands.length > 0) parts.push(`To continue:\n${commands.map((command) => `  ${command}`).join("\n")}`);
  return parts.join("\n\n");
}

function describeBudget(budget: Budget | null): string {
  if (!budget) return "This session has no budget.";
  return list([
    ["budget", formatDollars(budget.cap)],
    ["spent", formatDollars(budget.spent)],
    ["held", formatDollars(budget.held)],
    ["free", formatDollars(budget.free)],
  ]);
}

import { type Budget, formatDollars, type PaymentWait, type Wallet } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError, uuidv7 } from "#platform";
import { addCommand } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { readAmount } from "../input/read-amount.ts";
import { readRef } from "../input/read-ref.ts";
import { verbError } from "../known-command.ts";
import { describeResumed } from "../output/describe-resumed.ts";
import { FailedWithResult } from "../output/explain.ts";
import { list } from "../output/table.ts";
import { commandsOut, describeWait } from "../run/payment-waits.ts";
import type { Start } from "../start-command.ts";
import { statementCommands } from "./wallet-statement.ts";

export function walletCommands(program: Command, start: Start): void {
  const wallet = program
    .command("wallet")
    .description("Money: what there is, what it went to, what waits for it. Without a verb: show.")
    .usage("[verb] [options]");

  addCommand(wallet, "show", "Shows what you have, and what waits for money or leave.", { isDefault: true })
    // A verb nobody knows arrives here as an argument, with options that are not ours.
    .allowUnknownOption()
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, ...args) => {
        if (args.length > 0) throw verbError(wallet, args[0]);
        await using link = await connect(cli);
        const [money, waits] = [await link.client.getWallet(), (await link.client.listPaymentWaits()).items];
        const ways = await commandsOut(cli.config, link.client, waits);
        cli.print({ ...money, waits }, () => describeWallet(money, waits, ways));
      }),
    );

  addCommand(wallet, "top-up <amount...>", "Adds dollars (5, 5.00 or $5) and lets the jobs go on that waited for them.")
    .option("--note <text>", "what it is, for the statement")
    .option("--key <key>", "books it once, however often it is sent with this key (else a new one)")
    .action(
      start({ note: z.string().optional(), key: z.string().optional() }, async (cli, options, typed = "") => {
        const body = { ...options, amount: readAmount(typed), key: options.key ?? uuidv7() };
        await using link = await connect(cli);
        const added = await link.client.topUpWallet({ body });
        const went = await describeResumed(cli, link, added.resumed);
        cli.print(added, () => `${describeBalance(added.wallet)}${went}`);
      }),
    );

  statementCommands(wallet, start);

  addCommand(
    wallet,
    "budget <session> [amount...]",
    "Shows what a session may cost, caps it, or lifts the cap (none).",
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
      const went = await describeResumed(cli, link, changed.resumed);
      cli.print(changed, () => `${describeBudget(changed.budget)}${went}`);
    }),
  );

  addCommand(wallet, "audit", "Says whether what the books keep is what follows from their entries.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const report = await link.client.auditWallet();
      if (report.ok)
        return cli.print(report, () => "The books are right: what they keep is what follows from their entries.");
      const [first] = report.discrepancies;
      const sentence = `The books are wrong in ${report.discrepancies.length} places: ${first?.what} of ${first?.subject} is kept as ${first?.kept}, and its entries say ${first?.rebuilt}.`;
      throw new FailedWithResult(new AppError("internal", sentence), report);
    }),
  );
}

/** Undefined: it is only asked for. */
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

function describeWallet(wallet: Wallet, waits: readonly PaymentWait[], ways: readonly string[]): string {
  const parts = [describeBalance(wallet)];
  if (waits.length > 0) parts.push(`Waiting:\n${waits.map((wait) => `  ${describeWait(wait)}`).join("\n")}`);
  if (ways.length > 0) parts.push(`To go on:\n${ways.map((way) => `  ${way}`).join("\n")}`);
  return parts.join("\n\n");
}

function describeBudget(budget: Budget | null): string {
  if (!budget) return "Nothing caps what this session may cost.";
  return list([
    ["cap", formatDollars(budget.cap)],
    ["spent", formatDollars(budget.spent)],
    ["held", formatDollars(budget.held)],
    ["free", formatDollars(budget.free)],
  ]);
}

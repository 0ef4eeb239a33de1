import type { ExchangesMigration } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import type { Start } from "../../start-command.ts";

export function migrateExchangesCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "migrate-exchanges",
    "Groups messages that were imported one by one into exchanges. Running it again changes nothing.",
  )
    .option("--dry-run", "only count what would be grouped")
    .action(
      start({ dryRun: z.boolean().default(false) }, async (cli, { dryRun }) => {
        await using link = await connect(cli);
        const done = await link.client.migrateExchanges({ body: { dryRun } });
        cli.print(done, () => describeMigration(done).join("\n"));
      }),
    );
}

export function describeMigration(done: ExchangesMigration): string[] {
  const { dryRun, conversations, exchanges, withoutAnswer, messages, strays } = done;
  const kept =
    strays === 0 ? [] : [`Messages before the first request of their conversation, left ungrouped: ${strays}.`];
  if (exchanges === 0) return ["There is nothing to group.", ...kept];
  return [
    `${dryRun ? "Would group" : "Grouped"} ${messages} messages of ${conversations} conversations into ${exchanges} exchanges (${withoutAnswer} without an answer).`,
    ...kept,
  ];
}

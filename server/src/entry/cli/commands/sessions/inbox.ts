import { InboxKind } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { commandFor } from "../../output/command-for.ts";
import { describeInbox } from "../../output/texts/describe-inbox.ts";
import type { Start } from "../../start-command.ts";

export function inboxCommand(program: Command, start: Start): void {
  addCommand(program, "inbox", "Lists everything that needs you in all projects, with the commands that resolve it.")
    .option("--kind <kind>", `only one kind: ${InboxKind.options.join(", ")}`)
    .option("--limit <n>", "how many to show, at most 200", "50")
    .option("--before <cursor>", "cursor of the next page, as printed with the previous one")
    .action(
      start(
        { kind: InboxKind.optional(), limit: z.string().default("50"), before: z.string().optional() },
        async (cli, query) => {
          await using link = await connect(cli);
          const inbox = await link.client.listInbox({ query });
          cli.print(inbox, () => describeInbox(inbox, (words) => commandFor(cli.config, words)));
          if (inbox.next === null || cli.json) return;
          const kind = query.kind ? ` --kind ${query.kind}` : "";
          const next = commandFor(cli.config, `inbox${kind} --limit ${query.limit} --before ${inbox.next}`);
          cli.say(`Showing ${inbox.items.length}; there are more. Run ${next} for the next page.`);
        },
      ),
    );
}

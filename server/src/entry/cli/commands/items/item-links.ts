import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { findLine, withItem } from "../../input/find-item.ts";
import { describeLineAction, describeSuggestions } from "../../output/texts/describe-items.ts";
import { describeMemory } from "../../output/texts/describe-prices.ts";
import type { Start } from "../../start-command.ts";

/** Commands that suggest catalogue entries for a line, link a line to an entry, and show earlier prices. */
export function itemLinksCommands(items: Command, start: Start): void {
  addCommand(
    items,
    "match <project> <item> <line>",
    "Shows which catalogue entries a line may mean. Changes nothing.",
  ).action(
    start({}, async (cli, _options, typed, item, number) => {
      await withItem(cli, { typed, name: item }, async (client, found) => {
        const { id: lineId } = await findLine(client, found, number);
        const suggestions = await client.suggestForLine({ params: { lineId } });
        cli.print(suggestions, () => describeSuggestions(suggestions));
      });
    }),
  );

  addCommand(
    items,
    "link <project> <item> <line> [entry]",
    "Links a line to an entry of the catalogue, by its name or id, and records the decision.",
  )
    .option("--new <name>", "create an entry with this name and link to it")
    .option("--reason <text>", "why")
    .action(
      start(
        { new: z.string().optional(), reason: z.string().optional() },
        async (cli, { new: created, reason }, typed = "", item, number, entry) => {
          if ((entry === undefined) === (created === undefined)) {
            throw new AppError("invalid_input", 'Name one entry of the catalogue, or create one with --new "NAME".');
          }
          await withItem(cli, { typed, name: item }, async (client, found) => {
            const { id: lineId, kind, unit } = await findLine(client, found, number);
            const target =
              created === undefined
                ? { catalogueId: (await client.findCatalogueItem({ params: { name: entry ?? "" } })).id }
                : { create: { name: created, kind, unit } };
            const body = { ...target, ...(reason ? { reason } : {}) };
            const done = await client.linkLine({ params: { lineId }, body });
            cli.print(done, () => describeLineAction(typed, done));
          });
        },
      ),
    );

  addCommand(
    items,
    "unlink <project> <item> <line>",
    "Removes the link of a line to its catalogue entry, and the recorded decision.",
  )
    .option("--reason <text>", "why")
    .action(
      start({ reason: z.string().optional() }, async (cli, { reason }, typed = "", item, number) => {
        await withItem(cli, { typed, name: item }, async (client, found) => {
          const { id: lineId } = await findLine(client, found, number);
          const done = await client.unlinkLine({ params: { lineId }, body: reason ? { reason } : {} });
          cli.print(done, () => describeLineAction(typed, done));
        });
      }),
    );

  addCommand(items, "prices <project> <item> <line>", "Shows the earlier prices for a line.").action(
    start({}, async (cli, _options, typed, item, number) => {
      await withItem(cli, { typed, name: item }, async (client, found) => {
        const { id: lineId } = await findLine(client, found, number);
        const memory = await client.priceMemory({ params: { lineId } });
        cli.print(memory, () => describeMemory(memory));
      });
    }),
  );
}

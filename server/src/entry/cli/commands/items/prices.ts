import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readText } from "../../input/read-text.ts";
import { FailedWithResult } from "../../output/explain.ts";
import {
  describeImport,
  describePrices,
  describeSummary,
  describeVendors,
} from "../../output/texts/describe-prices.ts";
import type { Start } from "../../start-command.ts";

/** Commands about vendors' prices for catalogue entries. */
export function pricesCommands(program: Command, start: Start): void {
  const prices = addCommand(program, "prices", "Vendors' prices for materials and work. Prices never change facts.");

  addCommand(prices, "list", "Lists the entries with prices, and their statistics.", { isDefault: true }).action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const found = await link.client.listPrices();
      cli.print(found, () => describePrices(found.items));
    }),
  );

  const views = [
    ["show", "Shows the prices of an entry, the newest first, and their statistics.", describeSummary],
    ["compare", "Compares the vendors of an entry, for each unit and currency.", describeVendors],
  ] as const;
  for (const [verb, about, describe] of views) {
    addCommand(prices, `${verb} <entry>`, about).action(
      start({}, async (cli, _options, name = "") => {
        await using link = await connect(cli);
        const { id: catalogueId } = await link.client.findCatalogueItem({ params: { name } });
        const summary = await link.client.getPrices({ params: { catalogueId } });
        cli.print(summary, () => describe(summary));
      }),
    );
  }

  addCommand(
    prices,
    "import <file>",
    "Records the rows of a CSV file: item, vendor, price, currency, unit, quantity, date, source, reference. Importing the file again records nothing twice.",
  )
    .option("--create", "create entries for items that the catalogue does not have")
    .action(
      start({ create: z.boolean().default(false) }, async (cli, { create }, file = "") => {
        const { text: csv } = await readText(file);
        await using link = await connect(cli);
        const done = await link.client.importPrices({ body: { csv, create } });
        if (done.errors.length === 0) return cli.print(done, () => describeImport(done));
        throw new FailedWithResult(new AppError("invalid_input", describeImport(done)), done);
      }),
    );
}

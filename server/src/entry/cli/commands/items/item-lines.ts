import { LineKind } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { findLine, withItem } from "../../input/find-item.ts";
import { describeItemAction, describeLineAction, describeLines } from "../../output/texts/describe-items.ts";
import type { Start } from "../../start-command.ts";

const content = {
  kind: LineKind.optional(),
  quantity: z.coerce.number().positive().optional(),
  unit: z.string().optional(),
  price: z.coerce.number().min(0).optional(),
  currency: z.string().optional(),
};
type Content = z.output<z.ZodObject<typeof content>>;

const withContent = (command: Command): Command =>
  command
    .option("--kind <kind>", `${LineKind.options.join(" or ")} (default: material)`)
    .option("--quantity <number>", "how much the item needs, in units")
    .option("--unit <unit>", "the unit of quantity and price, such as m² or h")
    .option("--price <number>", "the price of one unit")
    .option("--currency <code>", "the currency of the price, such as EUR");

/** Commands about an item's material and work lines. A line is named by its number in the list. */
export function itemLinesCommands(items: Command, start: Start): void {
  addCommand(items, "lines <project> <item>", "Lists the material and work lines of an item.").action(
    start({}, async (cli, _options, typed, name) => {
      await withItem(cli, { typed, name }, async (client, { id: itemId }) => {
        const found = await client.listLines({ params: { itemId } });
        cli.print(found, () => describeLines(found.items));
      });
    }),
  );

  withContent(addCommand(items, "add-line <project> <item> <name>", "Adds a line to an item.")).action(
    start(content, async (cli, given, typed = "", item, name = "") => {
      await withItem(cli, { typed, name: item }, async (client, { id: itemId }) => {
        const done = await client.addLine({ params: { itemId }, body: { name, ...bodyOf(given) } });
        cli.print(done, () => describeLineAction(typed, done));
      });
    }),
  );

  withContent(addCommand(items, "change-line <project> <item> <line>", "Changes the given fields of a line."))
    .option("--name <text>", "new name")
    .action(
      start({ ...content, name: z.string().optional() }, async (cli, given, typed = "", item, number) => {
        await withItem(cli, { typed, name: item }, async (client, found) => {
          const line = await findLine(client, found, number);
          const { kind, name, quantity, unit, unitPrice, currency } = line;
          const kept = { kind, name, quantity, unit, unitPrice, currency };
          const body = { ...kept, ...bodyOf(given), ...(given.name === undefined ? {} : { name: given.name }) };
          const done = await client.changeLine({ params: { lineId: line.id }, body });
          cli.print(done, () => describeLineAction(typed, done));
        });
      }),
    );

  addCommand(items, "remove-line <project> <item> <line>", "Removes a line. The removal can be undone.").action(
    start({}, async (cli, _options, typed = "", item, number) => {
      await withItem(cli, { typed, name: item }, async (client, found) => {
        const { id: lineId } = await findLine(client, found, number);
        const done = await client.removeLine({ params: { lineId } });
        cli.print(done, () => describeItemAction(typed, done));
      });
    }),
  );
}

function bodyOf({ kind, quantity, unit, price, currency }: Content) {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(unit === undefined ? {} : { unit }),
    ...(price === undefined ? {} : { unitPrice: price }),
    ...(currency === undefined ? {} : { currency }),
  };
}

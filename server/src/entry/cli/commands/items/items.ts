import { FactValue, type Item, ItemStatus } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { withItem } from "../../input/find-item.ts";
import { inProject, readValue } from "../../input/in-project.ts";
import {
  describeFieldWhy,
  describeItem,
  describeItemAction,
  describeItemEvents,
  describeItems,
} from "../../output/texts/describe-items.ts";
import type { Start } from "../../start-command.ts";
import { itemLinesCommands } from "./item-lines.ts";
import { itemLinksCommands } from "./item-links.ts";

const because = { reason: z.string().optional() };
const reasonOf = ({ reason }: { reason?: string | undefined }) => (reason ? { reason } : {});

/** Commands about the things that a project is about, what is known about each, and their lines. */
export function itemsCommands(program: Command, start: Start): void {
  const items = addCommand(program, "items", "The things that a project is about, and what is known about each.");

  addCommand(items, "list <project>", "Lists the items by name.", { isDefault: true })
    .option("--status <status>", `${ItemStatus.options.join(", ")} (default: live)`)
    .action(
      start({ status: ItemStatus.default("live") }, async (cli, { status }, typed) => {
        await inProject(cli, typed, async (client, projectId) => {
          const found = await client.listItems({ params: { projectId }, query: { status } });
          cli.print(found, () => describeItems(found.items));
        });
      }),
    );

  addCommand(items, "show <project> <item>", "Shows the values of an item, by its name or id.").action(
    start({}, async (cli, _options, typed, name) => {
      await withItem(cli, { typed, name }, async (_client, item) => cli.print(item, () => describeItem(item)));
    }),
  );

  addCommand(items, "add <project> <name>", "Adds an item.").action(
    start({}, async (cli, _options, typed = "", name = "") => {
      await inProject(cli, typed, async (client, projectId) => {
        const done = await client.createItem({ params: { projectId }, body: { name } });
        cli.print(done, () => describeItem(done.item));
      });
    }),
  );

  addCommand(items, "rename <project> <item> <name>", "Renames an item. Earlier mentions still refer to it.")
    .option("--reason <text>", "why")
    .action(
      start(because, async (cli, options, typed = "", item, name = "") => {
        await withItem(cli, { typed, name: item }, async (client, { id: itemId }) => {
          const done = await client.renameItem({ params: { itemId }, body: { name, ...reasonOf(options) } });
          cli.print(done, () => describeItemAction(typed, done));
        });
      }),
    );

  const moves = [
    ["archive", "Archives an item. Its facts stay; later mentions of it are ignored.", "archiveItem"],
    ["restore", "Restores an archived item.", "restoreItem"],
  ] as const;
  for (const [verb, about, route] of moves) {
    addCommand(items, `${verb} <project> <item>`, about)
      .option("--reason <text>", "why")
      .action(
        start(because, async (cli, options, typed = "", name) => {
          await withItem(cli, { typed, name }, async (client, { id: itemId }) => {
            const done = await client[route]({ params: { itemId }, body: reasonOf(options) });
            cli.print(done, () => describeItemAction(typed, done));
          });
        }),
      );
  }

  addCommand(items, "merge <project> <item> <into>", "Merges an item into another one, with its facts and lines.")
    .option("--reason <text>", "why")
    .action(
      start(because, async (cli, options, typed = "", name, other = "") => {
        await withItem(cli, { typed, name }, async (client, { id: itemId, projectId }) => {
          const { id: into } = await client.findItem({ params: { projectId, name: other } });
          const done = await client.mergeItem({ params: { itemId }, body: { into, ...reasonOf(options) } });
          cli.print(done, () => describeItemAction(typed, done));
        });
      }),
    );

  addCommand(
    items,
    "set <project> <item> <key> [value]",
    'Sets a value by hand: 40, "6 m", or JSON ([…] for all values of a list). Without a value, marks the field as empty on purpose.',
  )
    .option("--reason <text>", "why")
    .option("--no-fact", "set the value on this item only; do not record it as a project fact")
    .action(
      start({ ...because, fact: z.boolean() }, async (cli, options, typed = "", name, key = "", value?: string) => {
        await withItem(cli, { typed, name }, async (client, { id: itemId }) => {
          const body = {
            key,
            value: value === undefined ? null : readValues(value),
            asFact: options.fact,
            ...reasonOf(options),
          };
          const done = await client.overrideField({ params: { itemId }, body });
          cli.print(done, () => describeItemAction(typed, done));
        });
      }),
    );

  addCommand(
    items,
    "clear <project> <item> <key>",
    "Clears a value set by hand, so that the accepted fact applies again.",
  )
    .option("--reason <text>", "why")
    .action(
      start(because, async (cli, options, typed = "", name, key = "") => {
        await withItem(cli, { typed, name }, async (client, { id: itemId }) => {
          const done = await client.clearOverride({ params: { itemId }, body: { key, ...reasonOf(options) } });
          cli.print(done, () => describeItemAction(typed, done));
        });
      }),
    );

  addCommand(
    items,
    "why <project> <item> <key>",
    "Shows where a value comes from: its quotes, the values it replaced, and the values that contradict it.",
  ).action(
    start({}, async (cli, _options, typed, name, key = "") => {
      await withItem(cli, { typed, name }, async (client, { id: itemId }) => {
        const why = await client.whyField({ params: { itemId, key } });
        cli.print(why, () => describeFieldWhy(why));
      });
    }),
  );

  itemLinesCommands(items, start);
  itemLinksCommands(items, start);

  addCommand(items, "history <project>", "Shows what happened to the items, the newest first.").action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.itemHistory({ params: { projectId }, query: { limit: 100 } });
        const named: Item[] = [];
        for (const status of ItemStatus.options)
          named.push(...(await client.listItems({ params: { projectId }, query: { status } })).items);
        cli.print(found, () => describeItemEvents(found.items, named));
      });
    }),
  );

  addCommand(items, "undo <project> [action]", "Undoes the newest change, or the change with this number.").action(
    start({}, async (cli, _options, typed = "", action) => {
      const number = z.coerce.number().int().min(1).optional().safeParse(action);
      if (!number.success) throw new AppError("invalid_input", `"${action}" is not the number of a change.`);
      await inProject(cli, typed, async (client, projectId) => {
        const body = number.data === undefined ? {} : { action: number.data };
        const done = await client.undoItems({ params: { projectId }, body });
        cli.print(done, () => describeItemAction(typed, done));
      });
    }),
  );
}

/** Reads a JSON array as the values of a list, and any other text as a single value. */
function readValues(typed: string): FactValue | FactValue[] {
  if (!typed.trimStart().startsWith("[")) return readValue(typed);
  try {
    return z.array(FactValue).parse(JSON.parse(typed));
  } catch (cause) {
    throw new AppError("invalid_input", `${typed} is not a list of values: write ["oak", "steel"].`, { cause });
  }
}

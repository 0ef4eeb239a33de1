import type { Client, Item, ItemLine } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { inProject } from "./in-project.ts";

/** Runs `act` with the item that was typed: its name, its id or the first characters of its id. */
export async function withItem(
  cli: Cli,
  { typed, name = "" }: { typed: string | undefined; name: string | undefined },
  act: (client: Client, item: Item) => Promise<void>,
): Promise<void> {
  await inProject(cli, typed, async (client, projectId) => {
    await act(client, await client.findItem({ params: { projectId, name } }));
  });
}

/** Finds the line of an item by its number in the list. */
export async function findLine(client: Client, item: Item, number = ""): Promise<ItemLine> {
  const { items: lines } = await client.listLines({ params: { itemId: item.id } });
  const line = lines.find(({ position }) => String(position) === number);
  if (line) return line;
  throw new AppError(
    "not_found",
    `"${item.name}" has no line ${number}. Run "items lines" to list its lines with their numbers.`,
  );
}

import type { Client, DocumentSummary, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import type { Cli } from "../cli.ts";
import { commandFor } from "./command-for.ts";

type Page<Item> = { items: Item[]; next: string | null };

/** Options that choose a page. */
export const placeOptions = {
  limit: z.coerce.number().int().min(1).optional(),
  after: z.string().optional(),
};
/** Options for lists that may be long. */
export const pageOptions = { search: z.string().optional(), ...placeOptions };

export const addPlaceOptions = (command: Command, { usual }: { usual: number }): Command =>
  command
    .option("--limit <n>", `how many to show (default: ${usual})`)
    .option("--after <cursor>", "cursor of the next page, as printed with the previous one");

export const addPageOptions = (command: Command, { usual, searched }: { usual: number; searched: string }): Command =>
  addPlaceOptions(command.option("--search <words>", `only items that contain these words, ${searched}`), { usual });

/** The server returns at most this many items per request. */
const mostAtOnce = 200;

/**
 * Reads up to `limit` items. The server examines a limited number of rows per request, so a search for a rare word may take
 * several requests.
 */
export async function readPage<Item>(
  { limit, after }: { limit: number; after?: string | undefined },
  read: (page: { limit: number; after: string | undefined }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let next: string | null = after ?? null;
  do {
    const page = await read({ limit: Math.min(limit - items.length, mostAtOnce), after: next ?? undefined });
    items.push(...page.items);
    next = page.next;
  } while (next !== null && items.length < limit);
  return { items, next };
}

/**
 * Prints the command for the next page, if there is one. `command` is the typed command without the options that choose
 * a page.
 */
export function sayNext(
  cli: Cli,
  { items, next }: Page<unknown>,
  { command, search, limit }: { command: string; search?: string | undefined; limit?: number | undefined },
): void {
  if (next === null || cli.json) return;
  const words = [
    command,
    ...(search === undefined ? [] : [`--search '${search.replaceAll("'", "'\\''")}'`]),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    `--after ${next}`,
  ];
  cli.say(`Showing ${items.length}; there are more. Run ${commandFor(cli.config, words.join(" "))} for the next page.`);
}

type DocumentsQuery = { stage?: string | undefined; kind?: "whole" | "artifact" };

export async function allDocuments(
  client: Client,
  sessionId: SessionId,
  query: DocumentsQuery = {},
): Promise<DocumentSummary[]> {
  const read = (page: { after: string | undefined }) =>
    client.listDocuments({ params: { sessionId }, query: { ...query, after: page.after } });
  return (await readPage({ limit: Number.POSITIVE_INFINITY }, read)).items;
}

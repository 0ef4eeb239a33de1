import { type Client, type DocumentSummary, isInUse, type Session } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { allDocuments } from "../output/list-pages.ts";

/** That documents of a session were made of what has changed since, and what writes them anew; null where none were. */
export async function staleHint(
  cli: Cli,
  client: Client,
  session: Pick<Session, "id" | "stages">,
): Promise<string | null> {
  const documents = await allDocuments(client, session.id, { kind: "whole" });
  const count = documents.filter((one) => isInUse(one, session) && isStale(one)).length;
  if (count === 0) return null;
  const command = commandFor(cli.config, `stage regenerate-stale ${session.id}`);
  return count === 1
    ? `1 later document is stale now: ${command} writes it anew.`
    : `${count} later documents are stale now: ${command} writes them anew.`;
}

const isStale = ({ stale, replacedBy, regenerating }: DocumentSummary): boolean =>
  stale !== null && replacedBy === null && regenerating === null;

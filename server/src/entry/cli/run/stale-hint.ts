import { type Client, type DocumentSummary, isInUse, type Session } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { allDocuments } from "../output/list-pages.ts";

/** Says how many documents of a session are stale and how to regenerate them; null if none is stale. */
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
    ? `1 later document is now stale. Run ${command} to regenerate it.`
    : `${count} later documents are now stale. Run ${command} to regenerate them.`;
}

const isStale = ({ stale, replacedBy, regenerating }: DocumentSummary): boolean =>
  stale !== null && replacedBy === null && regenerating === null;

import type { Client, RunSummary, Session } from "@dialectic/contract";
import type { Cli } from "../../cli.ts";
import { commandFor } from "../command-for.ts";

export type Unrendered = RunSummary["unrendered"][number];

const mostAtOnce = 200;

/**
 * The failed render jobs of a session. They are read from the inbox, which omits a failed job once there is a newer one for
 * the same document.
 */
export async function listUnrendered(client: Client, session: Pick<Session, "id">): Promise<Unrendered[]> {
  const found: Unrendered[] = [];
  let before: string | undefined;
  do {
    const query = { kind: "job-failed", limit: mostAtOnce, before } as const;
    const { items, next } = await client.listInbox({ query });
    for (const item of items) {
      if (item.kind !== "job-failed" || item.sessionId !== session.id || item.data.kind !== "render") continue;
      const { jobId, label, message } = item.data;
      found.push({ jobId, label, message });
    }
    before = next ?? undefined;
  } while (before !== undefined);
  return found;
}

export const countUnrendered = ({ length }: readonly Unrendered[]): string =>
  `${length} ${length === 1 ? "document" : "documents"} could not be rendered`;

/** Lists the documents that could not be rendered, each with the command to try again; null if there are none. */
export function describeUnrendered(cli: Cli, unrendered: readonly Unrendered[]): string | null {
  if (unrendered.length === 0) return null;
  const lines = unrendered.map(
    ({ jobId, label, message }) =>
      `${label ?? "A document"} is saved but could not be rendered: ${message} Run ${commandFor(cli.config, `jobs retry ${jobId}`)} to try again.`,
  );
  return lines.join("\n");
}

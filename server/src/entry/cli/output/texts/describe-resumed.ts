import type { JobId, SessionId } from "@dialectic/contract";
import type { Cli } from "../../cli.ts";
import type { Link } from "../../connect/connect.ts";
import { commandFor } from "../command-for.ts";

/**
 * A sentence for the end of a result: how many jobs continue and, if no worker is running, which commands continue
 * them.
 */
export async function describeResumed(cli: Cli, link: Link, resumed: readonly JobId[]): Promise<string> {
  if (resumed.length === 0 || cli.json) return "";
  const what = resumed.length === 1 ? "1 waiting job" : `${resumed.length} waiting jobs`;
  if (!link.isInProcess || cli.config.databaseUrl) return `\n\n${what} resumed.`;
  const sessions = new Set<SessionId>();
  for (const jobId of resumed) {
    const { sessionId } = await link.client.getJob({ params: { jobId } });
    if (sessionId) sessions.add(sessionId);
  }
  const commands = [...sessions].map((id) => `\n  ${commandFor(cli.config, `session resume ${id}`)}`);
  return `\n\n${what} can continue. Run:${commands.join("")}`;
}

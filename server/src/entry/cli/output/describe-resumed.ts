import type { JobId, SessionId } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { commandFor } from "./command-for.ts";

/** What goes on now, for the end of an answer. Where nobody works on the data, it also says what to type. */
export async function describeResumed(cli: Cli, link: Link, resumed: readonly JobId[]): Promise<string> {
  if (resumed.length === 0 || cli.json) return "";
  const what = resumed.length === 1 ? "One job that waited goes on" : `${resumed.length} jobs that waited go on`;
  if (!link.isInProcess || cli.config.databaseUrl) return `\n\n${what}.`;
  const sessions = new Set<SessionId>();
  for (const jobId of resumed) {
    const { sessionId } = await link.client.getJob({ params: { jobId } });
    if (sessionId) sessions.add(sessionId);
  }
  const commands = [...sessions].map((id) => `\n  ${commandFor(cli.config, `session resume ${id}`)}`);
  return `\n\n${what} with${commands.join("")}`;
}

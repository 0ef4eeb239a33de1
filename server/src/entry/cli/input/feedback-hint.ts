import type { Client, SessionId } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";

/** Names the stages that will read feedback or an answer given now. */
export async function feedbackHint(cli: Cli, client: Client, sessionId: SessionId): Promise<string> {
  const { status } = await client.getSession({ params: { sessionId } });
  if (status !== "iteration_complete") return "Stages that start from now on will read it.";
  return `The session is finished, so only another iteration will read it: ${commandFor(cli.config, `session iterate ${sessionId}`)}.`;
}

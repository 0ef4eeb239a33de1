import type { Client, SessionId } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";

/** Who reads what a person said just now: no stage follows in a session that is finished. */
export async function feedbackHint(cli: Cli, client: Client, sessionId: SessionId): Promise<string> {
  const { status } = await client.getSession({ params: { sessionId } });
  if (status !== "iteration_complete") return "Stages that start from now on read it.";
  return `The session is finished: only a further iteration reads it (${commandFor(cli.config, `session iterate ${sessionId}`)}).`;
}

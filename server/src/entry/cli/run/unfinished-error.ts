import type { Client, Session } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { countFindings, describeFindings, documentsWithFindings } from "../output/texts/describe-findings.ts";

/** The reason a session stopped before its end, as an error with its own exit code; null if it has finished. */
export async function unfinishedError(cli: Cli, client: Client, session: Session): Promise<AppError | null> {
  const { blockedBy } = session;
  const goOn = commandFor(cli.config, `session resume ${session.id}`);
  const stage = session.stages.find((one) => one.stage === session.currentStage);
  const where = stage?.name ?? session.currentStage;
  if (blockedBy?.kind === "failed") {
    const { label, message } = blockedBy;
    const cause = `${label ? `${label}: ` : ""}${message || "no reason was recorded."}`;
    return new AppError(
      "run_failed",
      `${where} failed: ${cause} Finished documents are kept. Run ${goOn} to write what is missing.`,
    );
  }
  if (blockedBy?.kind === "user" || session.status === "paused") {
    return new AppError("run_paused", `${where} is paused. Run ${goOn} to continue.`);
  }
  switch (session.status) {
    case "archived":
      return new AppError("run_paused", "The session is archived: nothing in it changes.", {
        remedies: [{ do: "restore-session", sessionId: session.id }],
      });
    case "ready":
      return new AppError(
        "run_cancelled",
        `${where} was cancelled. Finished documents are kept. Run ${goOn} to write what is missing.`,
      );
    case "awaiting_feedback":
      return session.auto ? stoppedByFindings(cli, client, session) : null;
    default:
      return null;
  }
}

async function stoppedByFindings(cli: Cli, client: Client, session: Session): Promise<AppError> {
  const stage = session.stages.find((one) => one.stage === session.currentStage);
  const isLast = stage !== undefined && stage === session.stages.at(-1);
  const resume = `session resume ${session.id}`;
  const what = `${stage?.name ?? session.currentStage} is written, with ${countFindings(stage?.findings ?? 0)}`;
  const listed = describeFindings(cli, await documentsWithFindings(client, session, session.currentStage));
  return new AppError(
    "findings_open",
    [
      `${what}. The run stopped ${isLast ? "before the plan was finished" : "before the next stage"}.`,
      ...(listed === null ? [] : [listed]),
      `To continue once they are resolved: ${commandFor(cli.config, resume)}. To accept the documents as they are: ${commandFor(cli.config, `${resume} --accept-findings`)}.`,
    ].join("\n"),
  );
}

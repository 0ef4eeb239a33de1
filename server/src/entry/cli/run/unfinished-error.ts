import type { Client, Session } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { countFindings, describeFindings, documentsWithFindings } from "../output/describe-findings.ts";

/** Why a session that rests has not come to its end, as an error with its own exit code; null when it has. */
export async function unfinishedError(cli: Cli, client: Client, session: Session): Promise<AppError | null> {
  const { blockedBy } = session;
  const goOn = commandFor(cli.config, `session resume ${session.id}`);
  const stage = session.stages.find((one) => one.stage === session.currentStage);
  const where = stage?.name ?? session.currentStage;
  if (blockedBy?.kind === "failed") {
    const { label, message } = blockedBy;
    const cause = `${label ? `${label}: ` : ""}${message || "the reason is not on record."}`;
    return new AppError("run_failed", `${where} failed: ${cause} What is written stays; ${goOn} does what is missing.`);
  }
  if (blockedBy?.kind === "user" || session.status === "paused") {
    return new AppError("run_paused", `${where} is paused. ${goOn} goes on where it was.`);
  }
  switch (session.status) {
    case "archived":
      return new AppError("run_paused", "The session is archived: nothing in it changes.", {
        remedies: [{ do: "restore-session", sessionId: session.id }],
      });
    case "ready":
      return new AppError(
        "run_cancelled",
        `${where} was cancelled. What is written stays; ${goOn} does what is missing.`,
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
      `${what}. The run stopped ${isLast ? "before the plan was finished" : "before the next stage was paid for"}.`,
      ...(listed === null ? [] : [listed]),
      `To go on: ${commandFor(cli.config, resume)}, or ${commandFor(cli.config, `${resume} --accept-findings`)} with everything as it is.`,
    ].join("\n"),
  );
}

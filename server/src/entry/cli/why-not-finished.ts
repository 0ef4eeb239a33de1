import type { Client, Job, Session } from "@dialectic/contract";
import { AppError } from "#platform";

/** Errors that only say that another job failed: the cause stands there. */
const echoes = new Set(["child_failed", "prerequisite_failed"]);

/** Why a session that rests has not come to its end, as an error with its own exit code; null when it has. */
export async function whyNotFinished(client: Client, session: Session, goOn: string): Promise<AppError | null> {
  const stage = session.stages.find((one) => one.stage === session.currentStage);
  const where = stage?.name ?? session.currentStage;
  switch (session.status) {
    case "failed":
      return new AppError(
        "run_failed",
        `${where} failed: ${await causeOf(client, session)} What is written stays; ${goOn} does what is missing.`,
      );
    case "paused":
      return new AppError("run_paused", `${where} is paused. ${goOn} goes on where it was.`);
    case "archived":
      return new AppError("run_paused", "The session is archived: nothing in it changes.", {
        remedies: [{ do: "restore-session", sessionId: session.id }],
      });
    case "ready":
      return new AppError(
        "run_cancelled",
        `${where} was cancelled. What is written stays; ${goOn} does what is missing.`,
      );
    default:
      return null;
  }
}

async function causeOf(client: Client, session: Session): Promise<string> {
  const { items } = await client.listJobs({ query: { session: session.id, status: "failed", limit: 500 } });
  const isCause = (job: Job) => job.error !== null && !echoes.has(job.error.code);
  const job = items.find((one) => one.kind !== "render" && isCause(one)) ?? items.find((one) => one.error !== null);
  const message = job?.error?.message ?? "the reason is not on record.";
  return job?.label ? `${job.label}: ${message}` : message;
}

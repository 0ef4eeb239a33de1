import type { Job, JobId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { commandFor } from "../output/command-for.ts";
import { Interrupted } from "../output/explain.ts";
import { untilStopped } from "./until-stopped.ts";
import { watchSession } from "./watch-session.ts";

/**
 * Waits until a regeneration has finished. Throws if it failed, was cancelled or is paused, or if the user stops waiting.
 * In the last case a server or worker finishes the regeneration.
 */
export async function followJob(cli: Cli, link: Link, input: { sessionId: SessionId; jobId: JobId }): Promise<Job> {
  const stopped = untilStopped();
  using watch = watchSession(link, input.sessionId);
  for (;;) {
    const job = await link.client.getJob({ params: { jobId: input.jobId } });
    const again = commandFor(cli.config, `jobs retry ${job.id}`);
    if (job.status === "completed" || job.status === "superseded") return job;
    if (job.status === "failed")
      throw new AppError(
        "run_failed",
        `Regeneration failed: ${job.error?.message ?? "no reason was recorded."} Run ${again} to try again.`,
      );
    if (job.status === "cancelled")
      throw new AppError("run_cancelled", `Regeneration was cancelled. Run ${again} to try again.`);
    if (job.status === "paused") {
      const resume = commandFor(cli.config, `jobs resume ${job.id}`);
      const wallet = commandFor(cli.config, "wallet");
      throw new AppError(
        "run_paused",
        job.pauseReason === "user"
          ? `Regeneration is paused. Run ${resume} to continue.`
          : `Regeneration is paused (${job.pauseReason}). Run ${wallet} to see what it needs, then ${resume} to continue.`,
      );
    }
    if ((await Promise.race([watch.change(), stopped])) !== undefined) {
      throw new Interrupted(`Stopped waiting. A server or worker will finish job ${job.id}.`);
    }
  }
}

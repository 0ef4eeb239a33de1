import type { Job, JobId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { commandFor } from "../output/command-for.ts";
import { Interrupted } from "../output/explain.ts";
import { untilStopped } from "./until-stopped.ts";
import { watchSession } from "./watch-session.ts";

/** Waits until a job is done; what became of it otherwise is the error. Interrupted, it goes on where it was. */
export async function followJob(cli: Cli, link: Link, input: { sessionId: SessionId; jobId: JobId }): Promise<Job> {
  const stopped = untilStopped();
  using watch = watchSession(link, input.sessionId);
  for (;;) {
    const job = await link.client.getJob({ params: { jobId: input.jobId } });
    const again = commandFor(cli.config, `jobs retry ${job.id}`);
    if (job.status === "completed" || job.status === "superseded") return job;
    if (job.status === "failed")
      throw new AppError("run_failed", `${job.error?.message ?? "It failed."} Try ${again}.`);
    if (job.status === "cancelled") throw new AppError("run_cancelled", `It was cancelled. Try ${again}.`);
    if (job.status === "paused") {
      const why = job.pauseReason === "user" ? "" : ` (${job.pauseReason}: see ${commandFor(cli.config, "wallet")})`;
      throw new AppError(
        "run_paused",
        `It is paused${why}. ${commandFor(cli.config, `jobs resume ${job.id}`)} lets it go on.`,
      );
    }
    if ((await Promise.race([watch.change(), stopped])) !== undefined) {
      throw new Interrupted(`Job ${job.id} is kept as far as it has come; a server or worker goes on with it.`);
    }
  }
}

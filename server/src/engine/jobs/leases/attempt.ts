import { AppError, type Database, type Log } from "#platform";
import type { HeldJob, JobCtx } from "../kinds.ts";
import { isHeld, lockJob } from "./leases.store.ts";

/** The reason a handler is asked to stop before it is done. */
export type StopReason = "lease-lost" | "cancelled" | "shutdown";

/** One leased job in this process, from lease to outcome. */
export type Attempt = {
  readonly job: HeldJob;
  readonly signal: AbortSignal;
  /**
   * The first reason why the handler was asked to stop. A lost lease overrides other reasons, because then nothing may be
   * written.
   */
  readonly stopped: StopReason | undefined;
  stop(reason: StopReason): void;
};

const messages: Record<StopReason, string> = {
  "lease-lost": "This worker no longer holds the job.",
  cancelled: "The job was cancelled.",
  shutdown: "The worker is shutting down.",
};

export function createAttempt(job: HeldJob): Attempt {
  const controller = new AbortController();
  let stopped: StopReason | undefined;
  return {
    job,
    signal: controller.signal,
    get stopped() {
      return stopped;
    },
    stop(reason) {
      if (stopped === undefined || reason === "lease-lost") stopped = reason;
      controller.abort(new AppError(reason === "lease-lost" ? "lease_lost" : "run_cancelled", messages[reason]));
    },
  };
}

/** The context of this attempt's handler: the owner's view of the database, and fenced writes. */
export function attemptCtx(
  attempt: Attempt,
  tools: { database: Database; log: Log } & Pick<JobCtx, "clock" | "repeat">,
): JobCtx {
  const { job } = attempt;
  const db = tools.database.as(job.ownerId);
  return {
    db,
    signal: attempt.signal,
    clock: tools.clock,
    log: tools.log.with({ jobId: job.id, kind: job.kind, fence: job.fence }),
    tx: (body, options) =>
      db.tx(async (tx) => {
        await lockJob(tx, job);
        return body(tx);
      }, options),
    repeat: tools.repeat,
    async assertHeld() {
      attempt.signal.throwIfAborted();
      if (await db.tx((tx) => isHeld(tx, job), { single: true })) return;
      attempt.stop("lease-lost");
      attempt.signal.throwIfAborted();
    },
  };
}

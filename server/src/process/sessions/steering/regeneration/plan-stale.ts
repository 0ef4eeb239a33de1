import type { SessionId } from "@dialectic/contract";
import { standings } from "#documents";
import type { HeldJob, JobCtx, JobOutcome, NewJob } from "#jobs";
import { lockSession } from "#projects";
import { findTarget, momentOf } from "../target.store.ts";
import { regenerationJob } from "./regeneration-job.ts";

/**
 * Plans one wave of stale documents: those whose own sources are not stale. Documents written from them follow in the next
 * wave, and so on until nothing is stale. Each wave is computed from the current rows.
 */
export async function planStale(ctx: JobCtx, job: HeldJob<{ sessionId: SessionId }>): Promise<JobOutcome> {
  const children = await ctx.tx(async (db) => {
    const session = await lockSession(db, job.payload.sessionId);
    const asOf = await momentOf(db);
    const jobs: NewJob[] = [];
    for (const one of await standings(db, session.id)) {
      if (one.because === null || !one.in_use || !one.sources_fresh || one.regenerating !== null) continue;
      const target = await findTarget(db, one.document_id);
      if (target?.run_status !== "completed") continue;
      jobs.push(await regenerationJob(db, target, asOf));
    }
    return jobs;
  });
  if (children.length === 0) return { type: "done" };
  const current = (job.currentStep ?? 0) + 1;
  return { type: "waitForChildren", children, step: { current, total: current + 1 } };
}

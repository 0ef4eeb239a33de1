import { ContributionId } from "@dialectic/contract";
import { type HeldJob, supersedeJob } from "#jobs";
import type { Tx } from "#platform";
import { lockSession } from "#projects";
import { collectReview } from "#review";
import type { StageWork } from "../../stages/load-stage-work.ts";
import { renderNumbers, renderSummary } from "../../stages/submit-stage.ts";
import { refreshSeed } from "../seed/refresh-seed.ts";
import { jobOfContribution } from "../target.store.ts";
import { refillPlan } from "./refill-plan.ts";
import { regenerationKey } from "./regeneration-job.ts";

/**
 * Supersedes the jobs that wrote the old document. Runs in the transaction that saves the regenerated one; until then, the
 * old document remains in use.
 */
export async function finishRegeneration(db: Tx, input: { job: HeldJob; work: StageWork }): Promise<void> {
  const { job, work } = input;
  const replaced = ContributionId.parse(job.targetContribution);
  const old = await jobOfContribution(db, replaced);
  // The successor is this job's chain, which is found by its idempotency key.
  const successor = {
    kind: "execute",
    payload: {},
    parentId: job.parentId,
    idempotencyKey: regenerationKey(replaced),
  } as const;
  if (old) await supersedeJob(db, { jobId: old, successor });
  const session = await lockSession(db, work.session.id);
  const { iteration } = work.session; // the iteration of the document, which a later iteration may still read
  await collectReview(db, { sessionId: session.id, iteration, stages: [work.stage.key] });
  await renderNumbers(db, { session, stage: work.stage.key, after: `regenerated:${replaced}` });
  await refreshSeed(db, session);
  // Without this, the readme would still link to the document that was replaced.
  if (session.status === "iteration_complete") await renderSummary(db, session, `regenerated:${replaced}`);
  await refillPlan(db, session, { iteration, stage: work.stage.key });
}

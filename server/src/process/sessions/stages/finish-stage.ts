import { stopsSession } from "@dialectic/contract";
import { openFindings } from "#documents";
import type { JobOutcome } from "#jobs";
import type { Tx } from "#platform";
import { lockSession } from "#projects";
import { collectReview, leadByReviews } from "#review";
import { startStage } from "./generate-stage.ts";
import type { StageWork } from "./load-stage-work.ts";
import { moveOn, renderNumbers } from "./submit-stage.ts";

/**
 * Ends a stage: collects claims, verdicts, scores and questions from its documents, and lets the scores choose the lead
 * model. Then, unless a finding stops the session, the next stage starts (in auto mode only) or, after the last stage, the
 * iteration is completed.
 */
export function finishStage(work: StageWork): JobOutcome {
  return {
    type: "done",
    async write(db) {
      const session = await lockSession(db, work.session.id);
      const { id: sessionId, iteration } = session;
      await collectReview(db, { sessionId, iteration, stages: [work.stage.key], isEnding: true });
      await leadByReviews(db, sessionId);
      await renderNumbers(db, { session, stage: work.stage.key });
      const isLast = work.process.stages.at(-1)?.key === work.stage.key;
      if (!session.auto && !isLast) return;
      if (!session.accept_findings && (await stopsHere(db, work))) return;
      const { next } = await moveOn(db, { session, process: work.process, run: work.run });
      if (next) await startStage(db, { sessionId: session.id, stage: next });
    },
  };
}

/** True if something is missing that the next stage or the board needs. The session then waits for a person. */
async function stopsHere(db: Tx, { session, stage, run }: StageWork): Promise<boolean> {
  const open = await openFindings(db, session.id);
  return open.some((one) => one.stage === stage.key && one.iteration === run.iteration && stopsSession(one.code));
}

import { collectStatements, leadByReviews } from "#claims";
import type { JobOutcome } from "#jobs";
import { startStage } from "./generate-stage.ts";
import type { StageWork } from "./load-stage-work.ts";
import { lockedSession } from "./locked-session.ts";
import { moveOn } from "./submit-stage.ts";

/** The stage is written: what its documents say becomes rows, and scores may name another lead. Its session goes on by itself in auto mode, and at the end of the process in any. */
export function finishStage(work: StageWork): JobOutcome {
  return {
    type: "done",
    async write(db) {
      const session = await lockedSession(db, work.session.id);
      const { id: sessionId, iteration } = session;
      await collectStatements(db, { sessionId, iteration, stages: [work.stage.key], isEnding: true });
      await leadByReviews(db, sessionId);
      const isLast = work.process.stages.at(-1)?.key === work.stage.key;
      if (!session.auto && !isLast) return;
      const { next } = await moveOn(db, { session, process: work.process, run: work.run });
      if (next) await startStage(db, { sessionId: session.id, stage: next });
    },
  };
}

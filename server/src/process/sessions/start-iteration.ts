import type { Session, SessionId } from "@dialectic/contract";
import { describeProgress, insertIteration } from "#board";
import { AppError } from "#platform";
import { loadProcess, type Process } from "#recipes";
import type { SessionsCtx } from "./ctx.ts";
import { startStage } from "./generate-stage.ts";
import { lockedSession } from "./locked-session.ts";
import { getSession } from "./read-session.ts";
import * as store from "./session.store.ts";

/**
 * Details the next milestones: the session's next iteration begins where its process says, with the plan's statuses and the
 * board's ticks as they stand now. What is not repeated stays as it is and is read as before.
 */
export async function startIteration(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const session = await lockedSession(db, input.sessionId);
    const { id, iteration } = session;
    if (session.status !== "iteration_complete") {
      throw new AppError(
        "stage_not_current",
        `Iteration ${iteration} is not complete: the session stands at ${session.current_stage}. Finish that first.`,
      );
    }
    const process = await loadProcess(db, session.process_template_id);
    const last = lastStage(process);
    const from = process.iterateFrom ?? last;
    const progress = await describeProgress(db, { sessionId: id, iteration, stage: last });
    const { owner_id, project_id } = session;
    await insertIteration(db, {
      session_id: id,
      iteration: iteration + 1,
      owner_id,
      project_id,
      from_stage: from,
      progress,
    });
    await store.moveSession(db, id, { status: "ready", current_stage: from, iteration: iteration + 1 });
    await startStage(db, { sessionId: id, stage: from });
  });
  return getSession(ctx, input);
}

function lastStage(process: Process): string {
  const last = process.stages.at(-1);
  if (!last) throw new AppError("invalid_recipe", `The process ${process.key} has no stages.`);
  return last.key;
}

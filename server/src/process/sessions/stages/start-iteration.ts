import type { Session, SessionId } from "@dialectic/contract";
import { insertIteration } from "#board";
import { AppError } from "#platform";
import { lockSession, moveSession } from "#projects";
import type { SessionsCtx } from "../ctx.ts";
import { nextIteration, planIteration } from "../quote/quote-iteration.ts";
import { getSession } from "../state/read-session.ts";
import { freezeTerms } from "../state/session-terms.ts";
import { startStage } from "./generate-stage.ts";

/**
 * Starts the next iteration, which details the next milestones. It begins at the stage that the process names, with the
 * plan's current statuses and the board's ticks. Stages that are not repeated keep their documents.
 */
export async function startIteration(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  const { quote, terms } = await planIteration(ctx, input);
  await ctx.db.tx(async (db) => {
    const session = await lockSession(db, input.sessionId);
    if (session.status !== "iteration_complete") {
      throw new AppError(
        "stage_not_current",
        `Iteration ${session.iteration} is not complete: the session is at ${session.current_stage}. Finish that stage first.`,
      );
    }
    const { further } = await nextIteration(db, session);
    const { id, owner_id, project_id } = session;
    const iteration = session.iteration + 1;
    await insertIteration(db, {
      ...{ session_id: id, iteration, owner_id, project_id },
      ...{ from_stage: further.from, progress: further.progress, quote },
    });
    await freezeTerms(db, { sessionId: id, iteration }, terms);
    await moveSession(db, id, { status: "ready", current_stage: further.from, iteration });
    await startStage(db, { sessionId: id, stage: further.from });
  });
  return getSession(ctx, input);
}

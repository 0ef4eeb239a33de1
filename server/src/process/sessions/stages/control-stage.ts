import type { JobId, Session, SessionId } from "@dialectic/contract";
import { cancelJob, pauseJob, resumeJob, retryJob } from "#jobs";
import { AppError, type Tx } from "#platform";
import { findSession, stageRunsOf } from "#projects";
import { loadProcess } from "#recipes";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "../state/read-session.ts";
import { correctLimits } from "../state/session-terms.ts";
import { stageOf } from "./stage-of.ts";

type StageInput = { sessionId: SessionId; stage: string };

export const pauseStage = (ctx: SessionsCtx, input: StageInput) => control(ctx, input, pauseJob);
export const resumeStage = (ctx: SessionsCtx, input: StageInput) => control(ctx, input, resumeJob);
export const cancelStage = (ctx: SessionsCtx, input: StageInput) => control(ctx, input, cancelJob);
/** Retries only what is missing. Existing documents stay. */
export async function retryStage(ctx: SessionsCtx, input: StageInput): Promise<Session> {
  await correctLimits(ctx, input);
  return control(ctx, input, retryJob);
}

/** Changes the job tree of a stage. In the same transaction, the stage gets the status of its root job. */
async function control(
  ctx: SessionsCtx,
  input: StageInput,
  act: (db: Tx, rootId: JobId) => Promise<unknown>,
): Promise<Session> {
  await ctx.db.tx(async (db) => {
    // The session is not locked here, because workers lock jobs before the session, and the opposite order would deadlock.
    const session = await findSession(db, input.sessionId);
    if (!session)
      throw new AppError("not_found", `There is no session ${input.sessionId}.`, {
        remedies: [{ do: "see-sessions" }],
      });
    const stage = stageOf(await loadProcess(db, session.process_template_id), input.stage);
    const run = (await stageRunsOf(db, session)).find((one) => one.stage === stage.key);
    if (!run) {
      throw new AppError("stage_not_current", `${stage.name} has not been started.`, {
        remedies: [{ do: "start-stage", sessionId: input.sessionId, stage: stage.key }],
      });
    }
    await act(db, run.root_job_id as JobId);
  });
  return getSession(ctx, { sessionId: input.sessionId });
}

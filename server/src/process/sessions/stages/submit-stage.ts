import type { Session, SessionId } from "@dialectic/contract";
import { fillBoard } from "#board";
import { enqueue } from "#jobs";
import { AppError, type Tx } from "#platform";
import { lockSession, markSubmitted, moveSession, type SessionRow, type StageRunRow, stageRunsOf } from "#projects";
import { loadProcess, type Process } from "#recipes";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "../state/read-session.ts";
import { refreshSeed } from "../steering/seed/refresh-seed.ts";
import { startStage } from "./generate-stage.ts";
import { stageOf } from "./stage-of.ts";

/** Submits a finished stage and moves the session to the next one. Submitting twice changes nothing. */
export async function submitStage(ctx: SessionsCtx, input: { sessionId: SessionId; stage: string }): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const session = await lockSession(db, input.sessionId);
    const process = await loadProcess(db, session.process_template_id);
    const stage = stageOf(process, input.stage);
    const run = (await stageRunsOf(db, session)).find((one) => one.stage === stage.key);
    if (run?.submitted_at) return;
    if (session.current_stage !== stage.key) {
      throw new AppError(
        "stage_not_current",
        `${stage.name} cannot be submitted: the session is at ${session.current_stage}.`,
      );
    }
    if (run?.status !== "completed") {
      throw new AppError(
        "missing_input",
        `${stage.name} is not finished, so there is nothing to submit yet. Generate it, or retry what failed.`,
      );
    }
    const { next } = await moveOn(db, { session, process, run });
    // In auto mode, the session had stopped because of findings and now continues.
    if (next && session.auto) await startStage(db, { sessionId: session.id, stage: next });
    else if (next) await refreshSeed(db, { ...session, current_stage: next });
  });
  return getSession(ctx, { sessionId: input.sessionId });
}

/** Moves a session to the next stage, or to the end of its iteration after the last stage. No other code does this. */
export async function moveOn(
  db: Tx,
  input: { session: SessionRow; process: Process; run: Pick<StageRunRow, "id" | "stage"> },
): Promise<{ next: string | null }> {
  const { session, process, run } = input;
  await markSubmitted(db, run.id);
  const next = process.stages[process.stages.findIndex((one) => one.key === run.stage) + 1];
  if (next) {
    await moveSession(db, session.id, { status: "ready", current_stage: next.key });
    return { next: next.key };
  }
  await moveSession(db, session.id, { status: "iteration_complete" });
  await fillBoard(db, { sessionId: session.id, iteration: session.iteration, stage: run.stage });
  await renderSummary(db, session);
  return { next: null };
}

/**
 * Renders the project's readme, settings and board again. `after` names a change made since the iteration was completed;
 * each change creates only one job.
 */
export async function renderSummary(db: Tx, session: SessionRow, after?: string): Promise<void> {
  await enqueue(db, {
    kind: "render",
    projectId: session.project_id,
    sessionId: session.id,
    iteration: session.iteration,
    label: "Render the project's readme, settings and board",
    payload: { projectId: session.project_id },
    idempotencyKey: ["render", session.id, session.iteration, ...(after ? [after] : [])].join(":"),
  });
}

/**
 * Renders the session's documents again, either because claims and questions received numbers or because an id now has
 * another target.
 */
export async function renderNumbers(
  db: Tx,
  { session, stage, after }: { session: SessionRow; stage: string; after?: string },
): Promise<void> {
  const { id: sessionId, project_id: projectId, iteration } = session;
  await enqueue(db, {
    ...{ kind: "render", projectId, sessionId, iteration, stage },
    label: "Add numbers and links to the documents",
    payload: { sessionId },
    idempotencyKey: ["render-numbers", sessionId, iteration, stage, ...(after ? [after] : [])].join(":"),
  });
}

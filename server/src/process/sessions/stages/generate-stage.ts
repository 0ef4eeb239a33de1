import type { JobId, Session, SessionId, StageRunId } from "@dialectic/contract";
import { nextDocumentNumber } from "#documents";
import { enqueue, retryJob } from "#jobs";
import { AppError, newId, type Tx } from "#platform";
import {
  endedStageRun,
  excludedKeys,
  insertStageRun,
  lockSession,
  moveSession,
  type SessionRow,
  stageRunsOf,
} from "#projects";
import { expectedWork, loadProcess, type PlannedWork, type Process, type Stage } from "#recipes";
import { collectReview, leadByReviews } from "#review";
import { labelsIn } from "../contributions/labels-in.ts";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "../state/read-session.ts";
import { correctLimits, freezeMissing } from "../state/session-terms.ts";
import { buildSeedPrompt } from "../steering/seed/build-seed-prompt.ts";
import { regenerations } from "../steering/target.store.ts";
import { requireInputs } from "./require-inputs.ts";
import { stageOf } from "./stage-of.ts";

/**
 * Starts the session's current stage, or retries the part of it that is missing. Does nothing if the stage is running or
 * done.
 */
export async function generateStage(
  ctx: SessionsCtx,
  input: { sessionId: SessionId; stage: string },
): Promise<Session> {
  const isRetry = (await ctx.db.tx((db) => endedStageRun(db, input))) !== undefined;
  if (isRetry) await correctLimits(ctx, input);
  else await freezeMissing(ctx, input);
  await ctx.db.tx(async (db) => {
    // A retry locks jobs, so it must come before the lock on the session. This is also the order in which workers lock them.
    const ended = await endedStageRun(db, input);
    if (ended) await retryJob(db, ended.root_job_id as JobId);
    else await startStage(db, input);
  });
  return getSession(ctx, { sessionId: input.sessionId });
}

/**
 * Starts a stage in the caller's transaction. Used for a session that starts at once, and for the next stage in auto mode.
 */
export async function startStage(db: Tx, input: { sessionId: SessionId; stage: string }): Promise<void> {
  const locked = await lockSession(db, input.sessionId);
  const process = await loadProcess(db, locked.process_template_id);
  const stage = stageOf(process, input.stage);
  if ((await stageRunsOf(db, locked)).some((run) => run.stage === stage.key)) return;
  if (locked.current_stage !== stage.key) {
    throw new AppError(
      "stage_not_current",
      `${stage.name} cannot start: the session is at ${locked.current_stage}. Finish and submit that stage first.`,
    );
  }
  const session = { ...locked, lead_model: await readEarlier(db, locked, { process, stage }) };
  await requireInputs(db, { session, process, stage });
  await refuseWhileRegenerating(db, { session, stage });
  const { models, lead_model, proposals } = session;
  const works = expectedWork(process, stage.key, models, lead_model, proposals, await excludedKeys(db, session));
  if (works.length === 0) {
    throw new AppError(
      "missing_input",
      `${stage.name} has nothing to do: none of its steps has a document to read. Generate the earlier stages first.`,
    );
  }
  const runId = newId<StageRunId>();
  const rootId = await enqueueRoot(db, { session, stage, runId });
  await insertStageRun(db, {
    id: runId,
    owner_id: session.owner_id,
    session_id: session.id,
    iteration: session.iteration,
    stage: stage.key,
    root_job_id: rootId,
    seed_prompt: await buildSeedPrompt(db, { session, process, stage }),
    expected: numbered(works, await nextDocumentNumber(db, session.id)),
    labels: Object.fromEntries(labelsIn(session).map(({ label, model }) => [label, model])),
  });
  await moveSession(db, session.id, { status: "running" });
}

/**
 * Numbers the planned documents within the session in advance, so that numbers do not depend on which document is finished
 * first.
 */
const numbered = (works: readonly PlannedWork[], first: number): PlannedWork[] =>
  works.map((work, index) => ({ ...work, number: first + index }));

/** Collects the review of earlier documents if a previous build of the program did not. Returns the lead model. */
async function readEarlier(
  db: Tx,
  session: SessionRow,
  { process, stage }: { process: Process; stage: Stage },
): Promise<string> {
  const stages = process.stages.slice(0, process.stages.indexOf(stage)).map(({ key }) => key);
  await collectReview(db, { sessionId: session.id, iteration: session.iteration, stages });
  return leadByReviews(db, session.id);
}

async function enqueueRoot(db: Tx, input: { session: SessionRow; stage: Stage; runId: StageRunId }): Promise<JobId> {
  const { session, stage, runId } = input;
  return enqueue(db, {
    kind: "plan",
    projectId: session.project_id,
    sessionId: session.id,
    stage: stage.key,
    iteration: session.iteration,
    label: stage.name,
    retryWindowMs: session.retry_window_ms,
    payload: { plan: "stage", stageRunId: runId },
    idempotencyKey: `stage:${session.id}:${session.iteration}:${stage.key}`,
  });
}

/** Throws if a document of the session is being regenerated, except in auto mode, which does not wait for regenerations. */
async function refuseWhileRegenerating(db: Tx, input: { session: SessionRow; stage: Stage }): Promise<void> {
  if (input.session.auto) return;
  const [first] = await regenerations(db, input.session.id);
  if (!first) return;
  throw new AppError(
    "missing_input",
    `${input.stage.name} cannot start yet: ${first.label ?? "a document"} is being regenerated (job ${first.id}). Wait for it, or cancel that job.`,
  );
}

import type { StageRunId } from "@dialectic/contract";
import { AppError, type Tx, type UserDb } from "#platform";
import { loadProcess, type Process, type Stage } from "#recipes";
import * as store from "./session.store.ts";
import { stageOf } from "./stage-of.ts";

/** What a job of a stage works on: the run, its session, and the process as it was when the session began. */
export type StageWork = { run: store.StageRunRow; session: store.SessionRow; process: Process; stage: Stage };

export const loadStageWork = (db: UserDb, runId: StageRunId): Promise<StageWork> => db.tx((tx) => stageWork(tx, runId));

/** The same inside a caller's transaction. */
export async function stageWork(tx: Tx, runId: StageRunId): Promise<StageWork> {
  const run = await store.findStageRun(tx, runId);
  const session = run && (await store.findSession(tx, run.session_id));
  if (!run || !session) throw new AppError("not_found", `The stage run ${runId} is gone, or no longer yours.`);
  const process = await loadProcess(tx, session.process_template_id);
  // The run's own lap: the session may have gone on to a further one.
  return { run, session: { ...session, iteration: run.iteration }, process, stage: stageOf(process, run.stage) };
}
